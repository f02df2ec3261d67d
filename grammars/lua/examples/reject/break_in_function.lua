while x do f(function() break end) end
