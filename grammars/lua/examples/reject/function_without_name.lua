function() end
