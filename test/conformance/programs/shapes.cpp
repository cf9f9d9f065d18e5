// Has classes in the program and in its library: virtual calls from one to the
// other, exceptions thrown on one side and caught, rethrown or only passed on
// by the other, callbacks, and a template that both instantiate.
#include "shapes.h"
#include <cstdio>

namespace {

class Ring : public Shape {
public:
  Ring(double inner, double outer)
      : Shape("ring"), inner(inner), outer(outer) {}
  double area() const override {
    double difference = outer * outer - inner * inner;
    return 3 * difference;
  }
  std::string describe() const override {
    return "hollow " + Shape::describe();
  }

private:
  double inner, outer;
};

struct Local {
  explicit Local(int number) : number(number) {}
  ~Local() { std::printf("~Local %d\n", number); }
  int number;
};

int throwing(int argument) {
  Local local(argument);
  if (argument == 1)
    throw BadSide(-1);
  if (argument == 2)
    throw 42;
  if (argument == 3)
    makeSquare(-20);
  return argument * 10;
}

void tryAll() {
  for (int argument = 0; argument < 4; ++argument) {
    try {
      std::printf("guarded %d\n", guarded(throwing, argument));
    } catch (const std::string &text) {
      std::printf("text %s\n", text.c_str());
    } catch (const std::exception &error) {
      std::printf("error %s\n", error.what());
    }
  }
}

} // namespace

int main() {
  std::vector<std::unique_ptr<Shape>> shapes;
  shapes.push_back(makeSquare(2));
  shapes.push_back(std::make_unique<Ring>(1, 2));
  shapes.push_back(std::make_unique<Square>(1.5));
  for (const auto &shape : shapes)
    std::printf("%s\n", shape->describe().c_str());
  double bonus = 0.5;
  double sum = sumOfAreas(shapes, [&](double area) { return area + bonus; });
  std::printf("sum %.2f\n", sum);
  tryAll();
  shapes.erase(shapes.begin());
  std::printf("alive %d\n", Shape::alive);
  std::printf("next %d %d\n", nextOf(3), nextInLibrary(10));
  return 0;
}
