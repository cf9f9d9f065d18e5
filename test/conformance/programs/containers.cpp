// Uses containers and algorithms of the C++ library, from the user's side.
// After loops and branches clang prepares the arguments of the next statement
// in code without a line, and keeps what two calls share in the frame.
#include <algorithm>
#include <cstdio>
#include <map>
#include <numeric>
#include <string>
#include <vector>

static int next(int *i) { return (*i)++; }

static int sorted() {
  std::vector<int> v{3, 1, 2};
  int i = 0, n = 0;
  while (next(&i) < 3) {
    n++;
  }
  std::sort(v.begin(), v.end(), [](int a, int b) { return a < b; });
  for (i = 0; i < 2; i++)
    n += i;
  std::reverse(v.begin(), v.end());
  if (n > 100)
    v.clear();
  return std::accumulate(v.begin(), v.end(), 0) + v.front();
}

static std::string joined(const std::vector<std::string> &words) {
  std::string text;
  for (const std::string &word : words) {
    if (!text.empty())
      text += ", ";
    text += word;
  }
  do
    text += '.';
  while (text.size() < 10);
  text.insert(text.begin(), '.');
  return text;
}

static int counted(const char *letters) {
  std::map<char, int> counts;
  for (const char *at = letters; *at; ++at) {
    if (*at == ' ')
      continue;
    ++counts[*at];
  }
  auto most = std::max_element(
      counts.begin(), counts.end(),
      [](const auto &a, const auto &b) { return a.second < b.second; });
  return most == counts.end() ? 0 : most->second;
}

static int chosen(int which) {
  std::vector<int> a(3, which), b;
  switch (which) {
  case 1:
    b.assign(a.begin(), a.end());
    break;
  default:
    std::swap(a, b);
  }
  b.insert(b.end(), a.begin(), a.end());
  return static_cast<int>(b.size()) + (which > 1 ? b.back() : b.front());
}

int main() {
  std::printf("sorted %d\n", sorted());
  std::vector<std::string> words;
  words.push_back("one");
  words.push_back("two");
  std::printf("%s\n", joined(words).c_str());
  std::printf("counted %d\n", counted("hello world"));
  std::printf("chosen %d %d\n", chosen(1), chosen(2));
  return 0;
}
