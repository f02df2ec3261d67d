import a
import a.b.c as d, e
from a import b
from . import a
from .. import a as b, c
from ...a.b import *
from .... import a
from a import (b)
from a import (b as c, d,)
from match import case
