local x <static> = 1
