(defn area [width]
  (* width {:a 2}))
