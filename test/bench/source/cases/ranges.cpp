// bug: GCC PR108166
// wrong: g++ -std=c++17 -O2
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <wchar.h>

struct Point {
  int x, y;
};
struct Range {
  int low, high;
  bool contains(int value) const { return low <= value && value < high; }
};
class Grid {
public:
  Grid(int width, int height) : width(width), height(height) {}
  int indexOf(Point point) const { return point.y * width + point.x; }
  int cells() const { return width * height; }
  Range rows() const { return {0, height}; }

private:
  int width, height;
};

bool isMarked, isLast;
int depth, order;

const int &firstOf(const int &wanted, const int &other) {
  return !wanted ? wanted : other;
}
__attribute__((noinline)) void show(const char *name, int value) {
  std::printf("%s: %d\n", name, value);
}
static int walk(const Grid &grid, Point from, int steps) {
  int visited = 0;
  for (int i = 0; i < steps; ++i) {
    from.x = (from.x + 1) % 4;
    from.y += from.x == 0;
    if (grid.rows().contains(from.y))
      visited += grid.indexOf(from) < grid.cells();
  }
  return visited;
}
int main() {
  Grid grid(4, 3);
  show("visited", walk(grid, {1, 1}, 9));
  order = firstOf(isMarked, 0) > ((isMarked ? depth : isMarked) ?: 8);
  isLast = isMarked ? depth : isMarked;
  show("order", order);
  show("last", isLast);
}
