<?php
function f() {
