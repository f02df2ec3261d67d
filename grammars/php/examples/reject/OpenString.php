<?php
$a = 'b;
