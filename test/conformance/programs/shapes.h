// What program and library of shapes.cpp have in common.
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
/// Calls back, and survives what comes out.
int guarded(const std::function<int(int)> &function, int argument);

/// Static data with a guard, and an instance in each module.
template <typename T> T nextOf(T value) {
  static T step = value + 1;
  T result = value + step;
  return result;
}
int nextInLibrary(int value);

#endif
