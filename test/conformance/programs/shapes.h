// Shared by shapes.cpp and its library.
#ifndef SHAPES_H
#define SHAPES_H

#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

class Shape {
public:
  explicit Shape(std::string name) : name(std::move(name)) { ++alive; }
  virtual ~Shape();
  virtual double area() const = 0;
  virtual std::string describe() const;
  static int alive;

protected:
  std::string name;
};

class Square : public Shape {
public:
  explicit Square(double side);
  double area() const override;

private:
  double side;
};

struct BadSide : std::runtime_error {
  explicit BadSide(double side);
  double side;
};

std::unique_ptr<Shape> makeSquare(double side);
double sumOfAreas(const std::vector<std::unique_ptr<Shape>> &shapes,
                  const std::function<double(double)> &weight);
/// Calls back and catches all exceptions of the callback.
int guarded(const std::function<int(int)> &function, int argument);

/// Returns static data with a guard. Each module has an instance of the
/// template.
template <typename T> T nextOf(T value) {
  static T step = value + 1;
  T result = value + step;
  return result;
}
int nextInLibrary(int value);

#endif
