<?php

declare(strict_types=1);

namespace Shop\Orders;

use DateTimeImmutable;
use Shop\{Customer, Money as Price};
use function array_map, sprintf;
use const PHP_EOL;

#[Attribute(Attribute::TARGET_CLASS)]
final class Order implements \JsonSerializable, \Countable
{
    use Timestamps, Loggable {
        Timestamps::touch insteadof Loggable;
        log as protected record;
    }

    public const string DRAFT = 'draft', PAID = 'paid';
    private static ?self $last = null;
    protected array $lines = [], $notes = ['it\'s' => 1];

    public function __construct(
        public readonly int $id,
        private Customer|null $customer = null,
        protected ?Price $total = new Price(0),
        string ...$tags,
    ) {
        static::$last = $this;
        [$first, [, $second], 'key' => $third] = [1, [2, 3], 'key' => 4];
        list($a, list(, $b)) = [$first, [0, $second]];
    }

    abstract protected function discount(int|float $rate): static;

    public function &line(int $at): mixed
    {
        $line = &$this->lines[$at];
        $this->lines[] = $line ?? throw new \OutOfBoundsException("no line {$at} of $this->id, $line[0], ${a}");
        return $line;
    }

    public function count(): int { return \count($this->lines); }

    public function jsonSerialize(): array
    {
        $format = static fn (array $line, int ...$more): string => sprintf('%s: %d', $line['name'], $line["count"] + 1);
        $names = array_map(function ($line) use ($format, &$names): string {
            return $format($line) . PHP_EOL;
        }, $this->lines);
        return ['id' => $this->id, ...$names, 'state' => match (true) {
            $this->total?->isZero(), !$this->lines => self::DRAFT,
            default => self::PAID,
        }];
    }
}

enum Suit: string
{
    case Hearts = 'H';
    case Spades = 'S';
    const Wild = self::Spades;

    public static function of(string $sign): ?self { return self::tryFrom($sign) ?: null; }
}

interface Repository extends \Traversable { public function find(int $id): ?Order; }

trait Loggable
{
    public string $path { get => $this->folder . '/log'; set(string $value) { $this->folder = $value; } }
}

function total(iterable $orders, (Countable&Traversable)|null $more): float
{
    global $rate;
    static $calls = 0, $last;
    $sum = 0.0;
    foreach ($orders as $id => ['total' => $total]) {
        if ($total < 1_000 and !isset($sum, $last[$id]) || empty($rate)) continue;
        elseif ($id % 2 === 0) {
            $sum += (int) $total ** 2 <=> 0x1F;
        } else {
            --$calls; $last['a']['b']->c++;
        }
    }
    for ($i = 0, $j = 10; $i < $j; $i++, $j--);
    do { $sum -= .5e3; } while (@$calls-- > 0);
    switch ($sum) {
        case 0.0:
        case 1: return 0b11;
        default:
            print 'x' . `ls $rate`;
    }
    try {
        yield $sum => yield from $orders ?? [];
    } catch (\TypeError | Exception $error) {
        exit(1);
    } finally {
        unset($sum, $rate);
    }
    return new class($sum) extends Base { public function __toString(): string { return ''; } };
}

$text = <<<SQL
    SELECT it's, "$text" FROM orders -- SQL
    SQLITE
    SQL . <<<'RAW'
RAW;
$closure = $object->method(...)(1, named: 2, ...$rest)[0]::CONSTANT;
$copy = clone $object instanceof Order && include_once __DIR__ . '/a.php';
# why?
// how?
$class::$static = &$GLOBALS; $$name = ${'a' . 'b'}; $object->{'x' . 1} = $object::class;
