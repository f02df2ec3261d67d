pragma solidity ^0.8.0
