// A program with virtual bases, constructors and destructors, from which first
// inputs of fuzzers are made. It is never linked or run.
namespace shapes {
struct Base {
  virtual ~Base() {}
  int id = 1;
};
struct Square : virtual Base {
  explicit Square(int side) : side(side) { ++made; }
  int area() const { return side * side; }
  int side;
  static int made;
};
int Square::made;
} // namespace shapes

int measure(int side) {
  shapes::Square square(side);
  return square.area();
}
