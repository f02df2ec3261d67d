<?php
$a = <<<A
b
AB;
