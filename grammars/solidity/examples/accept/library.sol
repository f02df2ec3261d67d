library L {
    function max(uint a, uint b) internal pure returns (uint) {
        while (a > b) { a--; break; }
        return a >= b ? a : b;
    }
}
