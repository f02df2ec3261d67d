defmodule Sums do
  def total(list), do: Enum.reduce(list, 0, fn one, sum -> one + sum end)

  def pair({left, right}) do
    [left: left, right: right]
  end
end

IO.inspect(Sums.total([1, 2, 3]))
