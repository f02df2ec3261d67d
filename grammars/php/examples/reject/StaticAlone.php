<?php
$a = static;
