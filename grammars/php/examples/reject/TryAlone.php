<?php
try { }
