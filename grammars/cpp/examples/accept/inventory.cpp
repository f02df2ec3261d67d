// What a shop has, by name.
#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

#define INVENTORY_VERSION 2

namespace shop::stock {

using std::string;
using Prices = std::map<string, std::vector<double>>;

enum class Kind : unsigned char { book, record = 4, other };

class Visitor;

/* An item, which a shelf owns. */
class Item {
public:
    explicit Item(string name, int count = 0) noexcept : name_(std::move(name)), count_{count} {}
    Item(const Item &) = delete;
    virtual ~Item() = default;

    virtual double price() const = 0;
    [[nodiscard]] const string &name() const { return name_; }
    Item &operator+=(int more) {
        count_ += more;
        return *this;
    }
    bool operator<(const Item &other) const { return count_ < other.count_; }
    operator bool() const { return count_ > 0; }

    static constexpr int limit = 1'000;
    friend class Visitor;

protected:
    string name_;
    int count_ = 0;
    unsigned flags : 3;
};

struct Book final : public Item {
    using Item::Item;
    double price() const override { return pages * 0.05 + 1.5e0; }
    int pages{100};
};

template <typename T, std::size_t N = 4>
struct Shelf {
    T items[N] = {};
    template <typename F>
    void each(F &&f) {
        for (auto &item : items) {
            f(item);
        }
    }
};

template <typename... Ts>
auto sum(Ts... ts) -> decltype((ts + ...)) {
    return (ts + ... + 0);
}

static int total(const std::vector<std::unique_ptr<Item>> &items, Kind kind) {
    int sum = 0;
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (auto *book = dynamic_cast<Book *>(items[i].get()); book != nullptr && book->pages >> 1 > 10) {
            sum += book->pages;
        } else if (!items[i]) {
            continue;
        }
    }
    switch (kind) {
    case Kind::book:
    case Kind::record: {
        sum *= 2;
        break;
    }
    default:
        throw std::runtime_error("no kind: " + std::to_string(static_cast<int>(kind)));
    }
#ifdef INVENTORY_VERSION
    sum = sum > Item::limit ? Item::limit : sum;
#else
    sum = 0;
#endif
    return sum;
}

} // namespace shop::stock

int main(int argc, char *argv[]) {
    using namespace shop::stock;
    std::vector<int> counts = {1, 2, 3}, more(10);
    const auto *text = R"(a "raw" text)";
    auto by_name = [&counts, n = argc](const auto &a, int b) mutable -> bool { return a.size() < n && b; };
    std::sort(counts.begin(), counts.end(), [](int a, int b) { return a < b; });
    try {
        auto [key, value] = *Prices{{"a", {1.0}}}.begin();
        int *numbers = new int[argc];
        delete[] numbers;
        do {
            --argc;
        } while (argc > 0);
    } catch (const std::exception &error) {
        return 1;
    } catch (...) {
        throw;
    }
    Shelf<int, (3 > 2)> shelf;
    shelf.each<void (*)(int)>(nullptr);
    return sizeof(shelf) > 1 ? 'a' : 0;
}
