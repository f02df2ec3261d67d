// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {IToken as Token, Other} from "./IToken.sol";
import * as All from "./All.sol";

error Refused(address who, uint256 amount);

interface IVault {
    event Paid(address indexed from, uint256 value);
    function pay(uint256 value) external payable returns (bool);
}

/// A vault.
abstract contract Vault is IVault, Other {
    using Math for uint256;
    enum State { Open, Closed }
    struct Entry {
        address owner;
        uint96 amount;
    }
    mapping(address account => mapping(bytes32 => Entry)) private _entries;
    uint256 internal constant LIMIT = 1_000 ether;
    bytes4 public immutable id = bytes4(hex"01020304");

    modifier open() {
        require(state == State.Open, unicode"closed");
        _;
    }

    constructor(string memory name_) Other(name_) {}

    receive() external payable {}

    function pay(uint256 value) external payable override open returns (bool done) {
        if (value > LIMIT) revert Refused(msg.sender, value);
        (bool ok, bytes memory data) = msg.sender.call{value: value}("");
        for (uint256 i = 0; i < data.length; ++i) {
            unchecked { value += uint8(data[i]) ** 2; }
        }
        assembly ("memory-safe") {
            let size := mload(0x40)
            if iszero(size) { revert(0, 0) }
            mstore(0x40, add(size, 32))
        }
        try this.pay(1) returns (bool again) {
            done = again ? true : ok;
        } catch Error(string memory reason) {
            emit Paid(address(0), bytes(reason).length);
        }
        delete _entries[msg.sender][keccak256("a")];
        return done;
    }
}
