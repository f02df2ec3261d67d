new import('a')
