<?php
echo 1
