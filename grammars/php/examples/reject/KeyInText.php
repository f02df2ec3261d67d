<?php
echo "$a['b']";
