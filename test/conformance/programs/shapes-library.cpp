// This is the library of shapes.cpp.
#include "shapes.h"
#include <cstdio>

int Shape::alive = 0;

Shape::~Shape() {
  --alive;
  std::printf("~%s\n", name.c_str());
}

std::string Shape::describe() const {
  char text[64];
  std::snprintf(text, sizeof(text), "%s of %.2f", name.c_str(), area());
  return text;
}

Square::Square(double side) : Shape("square"), side(side) {
  if (side < 0)
    throw BadSide(side);
}

double Square::area() const {
  double result = side * side;
  return result;
}

BadSide::BadSide(double side) : std::runtime_error("bad side"), side(side) {}

std::unique_ptr<Shape> makeSquare(double side) {
  auto shape = std::make_unique<Square>(side);
  return shape;
}

double sumOfAreas(const std::vector<std::unique_ptr<Shape>> &shapes,
                  const std::function<double(double)> &weight) {
  double sum = 0;
  for (const auto &shape : shapes)
    sum += weight(shape->area());
  return sum;
}

namespace {

struct Note {
  explicit Note(const char *text) : text(text) { std::printf("<%s\n", text); }
  ~Note() { std::printf("%s>\n", text); }
  const char *text;
};

} // namespace

int guarded(const std::function<int(int)> &function, int argument) {
  Note note("guarded");
  try {
    Note inner("try");
    int result = function(argument);
    return result;
  } catch (const BadSide &bad) {
    std::printf("caught %s %.1f\n", bad.what(), bad.side);
    if (bad.side < -10)
      throw;
    return -1;
  } catch (int number) {
    std::printf("caught %d\n", number);
    throw std::to_string(number);
  }
}

int nextInLibrary(int value) { return nextOf(value); }
