x;; y
