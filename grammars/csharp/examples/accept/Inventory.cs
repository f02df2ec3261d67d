using System;
using System.Collections.Generic;
using static System.Math;
using Table = System.Collections.Generic.Dictionary<string, System.Collections.Generic.List<int>>;

[assembly: CLSCompliant(true)]

namespace Store
{
    #region Kinds

    /// <summary>What is sold.</summary>
    public enum Kind : byte { Book, Record = 4, [Obsolete("gone")] Tape, }

    #endregion

    public interface IPriced<out T> where T : struct
    {
        T Price { get; }
        event EventHandler<EventArgs> Changed;
        T this[int index] { get; set; }
    }

    public readonly record struct Point(int X, int Y = 0);

    public abstract record Item(string Name, Kind Kind)
    {
        public required decimal Price { get; init; } = 9.99m;
        public virtual string Label => $"{Name,-10}: {Price:0.00} {(Kind is Kind.Book ? "book" : "other")} {{}}";
        public static Item operator +(Item left, Item right) => left with { Price = left.Price + right.Price };
        public static implicit operator string(Item item) => item?.Name ?? throw new ArgumentNullException(nameof(item));
    }

    [Serializable, DebuggerDisplay("{Count}")]
    public sealed partial class Inventory<TItem> : IDisposable, IEnumerable<TItem>
        where TItem : Item, new()
    {
        private const int Limit = 0x_FF;
        private readonly Dictionary<string, List<TItem?>> items = new() { ["a"] = new List<TItem>(), };
        private static readonly char[] Signs = { '\'', '\u0041', '"' };
        internal int[,] grid = new int[2, 3];
        internal int[][] rows = [[1, 2], [.. Enumerable.Range(0, 3)]];
#if DEBUG
        private int checks;
#elif TRACE
        private long checks;
#else
        private short checks;
#endif

        public Inventory(params TItem[] given) : this()
        {
            foreach (var (item, index) in given.Select((item, index) => (item, index)))
            {
                if (!items.TryGetValue(item.Name, out var found) || found is not { Count: > 0 })
                {
                    continue;
                }
                found[^1] = item;
                checks += index >> 1;
            }
        }

        ~Inventory() => Dispose();

        public event EventHandler Sold { add { } remove { } }

        public async Task<IList<TItem>> Find(Func<TItem, bool> where, CancellationToken stop = default)
        {
            var query = from item in items
                        where where(item) && item.Price >= 1.5
                        orderby item.Name descending, item.Price
                        group item by item.Kind into kinds
                        select new { kinds.Key, Sum = kinds.Sum(one => one.Price) };
            await using var file = File.OpenRead(@"C:\items""1"".txt");
            try
            {
                return await Read<TItem>(file, stop).ConfigureAwait(false);
            }
            catch (IOException error) when (error.HResult < 0)
            {
                throw;
            }
            finally
            {
                file?.Close();
            }
        }

        public static string Describe(object? value) => value switch
        {
            null => "nothing",
            int and (< 0 or > 100) => "far",
            string { Length: var length } text when length > 3 => text[..3],
            (var x, _) => $"""
                first "{x}"
                """,
            [1, .., var last] => last.ToString(),
            Kind.Book or Kind.Tape => "kind",
            _ => default,
        };

        unsafe void Copy(byte* from, ref int count)
        {
            fixed (byte* to = &buffer[0])
            {
                for (int i = 0, n = (int)count; i < n; i++, to++) *to = from[i];
            }
            label:
            switch (count)
            {
                case 1:
                case > 5 when checked(count + 1) != 0:
                    goto default;
                default:
                    goto label;
            }
            lock (items) { do { count--; } while (count > 0); }
            static int Twice(int value) => value * 2;
            Action<int, string> act = delegate (int a, string b) { };
            act += static (a, _) => Console.WriteLine($@"{a}\{b}");
            int? nothing = count > 0 ? null : Twice(count) as int?;
        }

        public void Dispose() { GC.SuppressFinalize(this); }
    }
}
