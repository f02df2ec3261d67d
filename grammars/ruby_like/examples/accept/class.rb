class Circle
  attr_reader :radius

  def initialize(radius)
    @radius = radius
  end

  # What it covers.
  def area
    Math::PI * (radius ** 2)
  end

  def to_s
    "circle of #{[radius, area].join(", ")}"
  end
end

shapes = { small: Circle.new(1), large: Circle.new(10) }
shapes.each { |name, shape| puts(name, shape.area()) }
