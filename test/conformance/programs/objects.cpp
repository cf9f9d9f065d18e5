// Has objects, which add hidden calls at the beginning, at the end and in
// between; calls through tables, with adjusted pointers, and to members.
#include <cstdio>
#include <initializer_list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

struct Counted {
  explicit Counted(int id = 0) : id(id) { ++live; }
  Counted(const Counted &other) : id(other.id + 10) { ++live; }
  Counted(Counted &&other) noexcept : id(std::exchange(other.id, -1)) {
    ++live;
  }
  Counted &operator=(Counted other) {
    std::swap(id, other.id);
    return *this;
  }
  ~Counted() { --live; }
  int id;
  static int live;
};
int Counted::live;

struct Base {
  explicit Base(int n) : n(n) {}
  virtual ~Base() { std::printf("~Base%d ", n); }
  virtual int value() const { return n; }
  int n;
};
struct Left : virtual Base {
  Left() : Base(1) {}
  int value() const override { return n * 2; }
  int left = 3;
};
struct Right : virtual Base {
  Right() : Base(2) {}
  virtual int other() { return right++; }
  int right = 4;
};
struct Bottom final : Left, Right {
  Bottom() : Bottom(5) { n++; }
  explicit Bottom(int n) : Base(n), counted(n) {}
  ~Bottom() override { std::printf("~Bottom "); }
  int value() const override { return Left::value() + left + right; }
  int other() override { return Right::other() + counted.id; }
  Counted counted;
};

class Matrix {
public:
  Matrix(std::initializer_list<double> values) {
    int i = 0;
    for (double value : values)
      cells[i++] = value;
  }
  double &operator()(int row, int column) { return cells[row * 2 + column]; }
  friend Matrix operator*(Matrix a, Matrix b) {
    Matrix result{0, 0, 0, 0};
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 2; ++j)
        result(i, j) = a(i, 0) * b(0, j) + a(i, 1) * b(1, j);
    return result;
  }
  explicit operator bool() const { return cells[0] != 0; }

private:
  double cells[4];
};

static Counted named(int id) {
  Counted result(id);
  result.id *= 2;
  return result;
}

static Counted either(bool first) {
  Counted a(1), b(2);
  return first ? std::move(a) : b;
}

static int byReference(const Counted &counted) { return counted.id; }

static Counted &guarded() {
  static Counted once(byReference(Counted(40)));
  return once;
}

struct PerThread {
  PerThread() { std::puts("thread begins"); }
  ~PerThread() { std::printf("thread ends with %d\n", n); }
  int n = 1;
};
static thread_local PerThread perThread;

static Counted atStart = named(8);
struct AtEnd {
  ~AtEnd() { std::printf("static ends, %d live\n", Counted::live); }
};
static AtEnd atEnd;

int main() {
  {
    Bottom bottom;
    Base &base = bottom;
    Right &right = bottom;
    int (Base::*member)() const = &Base::value;
    int Right::*data = &Right::right;
    std::printf("%d %d %d %d\n", base.value(), right.other(), (base.*member)(),
                right.*data);
    std::unique_ptr<Right> owned = std::make_unique<Bottom>(7);
    std::printf("%d\n", owned->other());
  }
  Matrix square = Matrix{1, 2, 3, 4} * Matrix{0, 1, 1, 0};
  std::printf("\n%.0f %d\n", square(1, 0), bool(square));
  Counted counted = named(3);
  counted = either(true);
  counted = either(false);
  std::printf("%d %d\n", counted.id, byReference(Counted(6)));
  std::vector<Counted> list;
  for (int i = 0; i < 2; ++i)
    list.emplace_back(i);
  list.push_back(counted);
  std::printf("%d %d\n", list[1].id, list[2].id);
  guarded().id++;
  std::printf("%d %d\n", guarded().id, atStart.id);
  perThread.n += 4;
  const std::string &extended = std::string("ab") + "cd";
  std::printf("%s %d\n", extended.c_str(), Counted::live);
  return 0;
}
