// bug: GCC PR106925
// crash: g++ -std=c++17 -c: internal compiler error: Segmentation fault
#include <array>
#include <cstdio>
#include <memory>
#include <string>

struct Cell;
template <int Size> struct Row {
  std::array<Cell, Size> cells{};
};

struct Style {
  std::string font = "serif";
  int size = 12;
};

struct Cell {
  float width{1};
  unsigned span = 1;
};

class Page {
public:
  explicit Page(Style style) : style(std::make_unique<Style>(style)) {}
  void print(const char *text) const {
    std::printf("%s %d: %s\n", style->font.c_str(), style->size, text);
  }

private:
  std::unique_ptr<Style> style;
};

float widthOf(Row<4> row = Row<4>());

float widthOf(Row<4> row) {
  float sum = 0;
  for (const Cell &cell : row.cells)
    sum += cell.width * cell.span;
  return sum;
}

int main() {
  Page page{Style{"sans", 10}};
  page.print(std::to_string(widthOf()).c_str());
}
