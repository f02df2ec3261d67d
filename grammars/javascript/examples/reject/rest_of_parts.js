var {...{a}} = b
