-- one--two
--[ three
--[=four
--[[ five
]] x = 1 --[==[ ]] ]=] ]==] --[=[]]=]
--