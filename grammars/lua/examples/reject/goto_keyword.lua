goto end
