// Reads a catalogue of books, counts the words of their titles, and prints the
// books by author. The argument is the number of books. The price of a book
// with exactly 300 pages is wrong, unless RIGHT is defined.
#include <algorithm>
#include <cstdlib>
#include <iomanip>
#include <iostream>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#ifdef RIGHT
constexpr int thickFrom = 300;
#else
constexpr int thickFrom = 301;
#endif

struct Book {
  std::string title;
  std::string author;
  int year = 0;
  int pages = 0;
};

class Price {
public:
  virtual ~Price() = default;
  virtual int of(const Book &book) const = 0;
};

class PriceByPages : public Price {
public:
  explicit PriceByPages(int perPage) : perPage(perPage) {}
  int of(const Book &book) const override {
    int price = book.pages * perPage;
    if (book.pages >= thickFrom)
      price += 500;
    return price;
  }

private:
  int perPage;
};

class PriceByAge : public Price {
public:
  explicit PriceByAge(int thisYear) : thisYear(thisYear) {}
  int of(const Book &book) const override {
    int age = thisYear - book.year;
    return age > 50 ? 3000 : 1200 - 10 * age;
  }

private:
  int thisYear;
};

static std::string makeCatalogue(int count) {
  const std::vector<std::string> words = {"silent", "river", "night", "garden",
                                          "winter", "stone", "letter"};
  const std::vector<std::string> authors = {"Ames", "Brook", "Cole", "Dorn"};
  unsigned state = 17;
  auto next = [&state](size_t limit) {
    state = state * 1103515245u + 12345u;
    return (state >> 16) % limit;
  };
  std::ostringstream text;
  for (int i = 0; i < count; ++i) {
    text << authors[next(authors.size())] << ';';
    size_t length = 2 + next(3);
    for (size_t k = 0; k < length; ++k)
      text << (k ? " " : "") << words[next(words.size())];
    int pages = i == 2 ? 300 : 80 + static_cast<int>(next(400));
    text << ';' << 1950 + next(70) << ';' << pages << '\n';
  }
  return text.str();
}

static std::vector<Book> readBooks(const std::string &text) {
  std::vector<Book> books;
  std::istringstream lines(text);
  std::string line;
  while (std::getline(lines, line)) {
    std::istringstream fields(line);
    Book book;
    std::string number;
    std::getline(fields, book.author, ';');
    std::getline(fields, book.title, ';');
    std::getline(fields, number, ';');
    book.year = std::stoi(number);
    std::getline(fields, number);
    book.pages = std::stoi(number);
    books.push_back(book);
  }
  return books;
}

static std::map<std::string, int> countWords(const std::vector<Book> &books) {
  std::map<std::string, int> counts;
  for (const Book &book : books) {
    std::istringstream title(book.title);
    std::string word;
    while (title >> word)
      ++counts[word];
  }
  return counts;
}

static void printWords(const std::map<std::string, int> &counts) {
  std::vector<std::pair<std::string, int>> sorted(counts.begin(), counts.end());
  std::sort(sorted.begin(), sorted.end(), [](const auto &a, const auto &b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });
  for (size_t i = 0; i < sorted.size() && i < 3; ++i)
    std::cout << std::setw(8) << sorted[i].first << " " << sorted[i].second
              << "\n";
}

static void printAuthors(const std::vector<Book> &books,
                         const std::vector<std::unique_ptr<Price>> &prices) {
  std::map<std::string, std::vector<const Book *>> byAuthor;
  for (const Book &book : books)
    byAuthor[book.author].push_back(&book);
  int total = 0;
  for (auto &[author, written] : byAuthor) {
    std::sort(written.begin(), written.end(), [](const Book *a, const Book *b) {
      return a->year != b->year ? a->year < b->year : a->title < b->title;
    });
    std::set<int> years;
    int sum = 0;
    for (const Book *book : written) {
      years.insert(book->year);
      int best = prices.front()->of(*book);
      for (const auto &price : prices)
        best = std::max(best, price->of(*book));
      sum += best;
    }
    total += sum;
    std::cout << author << ": " << written.size() << " books in "
              << years.size() << " years, first " << written.front()->title
              << ", " << sum << "\n";
  }
  std::cout << "total " << total << "\n";
}

int main(int argc, char **argv) {
  std::vector<Book> books =
      readBooks(makeCatalogue(argc > 1 ? std::atoi(argv[1]) : 20));
  std::vector<std::unique_ptr<Price>> prices;
  prices.push_back(std::make_unique<PriceByPages>(7));
  prices.push_back(std::make_unique<PriceByAge>(2024));
  printWords(countWords(books));
  printAuthors(books, prices);
  return 0;
}
