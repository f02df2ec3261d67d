<?php
/* a
