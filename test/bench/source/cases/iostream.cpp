// check: -Wsometimes-uninitialized: is used uninitialized whenever
#include <iostream>
#include <string>
#include <vector>

struct Shape {
  virtual ~Shape() = default;
  virtual double area() const = 0;
};
struct Square : Shape {
  double side;
  explicit Square(double s) : side(s) {}
  double area() const override { return side * side; }
};
int find(const std::string &name, int n) {
  int found;
  if (name[n] == 'q')
    found = n;
  return found;
}
int main() {
  std::vector<Shape *> shapes;
  std::string name = "squares";
  for (int i = 0; i < 3; ++i)
    shapes.push_back(new Square(i));
  double sum = 0;
  for (auto *each : shapes)
    sum += each->area();
  std::cout << name << ": " << sum << " " << find(name, int(sum)) << std::endl;
}
