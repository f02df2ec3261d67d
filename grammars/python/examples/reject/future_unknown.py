# since 3.14
from __future__ import nonsense
