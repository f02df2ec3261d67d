x = <a/>.b
