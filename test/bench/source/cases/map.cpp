// check: -Wsign-compare: comparison of integers of different signs
#include <map>
#include <string>

std::map<std::string, int> counts;

int most(int limit) {
  int result = 0;
  for (const auto &[word, count] : counts)
    if (count > result && limit < word.size())
      result = count;
  return result;
}
void add(const std::string &word) { ++counts[word]; }
int main(int argc, char **argv) {
  for (int i = 0; i < argc; ++i)
    add(argv[i]);
  return most(3);
}
