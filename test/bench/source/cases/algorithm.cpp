// check: -Wreturn-stack-address: reference to stack memory
#include <algorithm>
#include <functional>
#include <vector>

std::vector<int> sorted(std::vector<int> values) {
  std::sort(values.begin(), values.end(), std::greater<int>());
  return values;
}
const int &largest(const std::vector<int> &values) {
  int none = 0;
  if (values.empty())
    return none;
  return *std::max_element(values.begin(), values.end());
}
int main() { return largest(sorted({1, 3, 2})); }
