match = case = _ = type = 1
match(x)
match[x]: int = 1
match.case(_)
match -x
match * a, b
case
print(match, case)
match: int
def match(case, _): return _
class case: match = 1
