package ﻿p
