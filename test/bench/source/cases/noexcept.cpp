// bug: GCC PR108116
// crash: g++ -std=c++17 -c: internal compiler error: in check_noexcept_r
#include <initializer_list>
#include <map>
#include <string>
#include <vector>

class Names {
public:
  Names(std::initializer_list<std::string> names) : all(names) {}
  bool has(const std::string &name) const {
    for (const std::string &each : all)
      if (each == name)
        return true;
    return false;
  }
  size_t size() const { return all.size(); }

private:
  std::vector<std::string> all;
};

struct Settings {
  Names folders{"/etc", "/usr/local/etc"};
  std::map<std::string, int> limits;
  int depth = 3;
};

template <typename Reader> int read(const Reader &reader) {
  Settings settings = Settings{};
  for (const auto &[name, limit] : settings.limits)
    if (settings.folders.has(name) && limit < settings.depth)
      return reader(name);
  return int(settings.folders.size());
}

int main() {
  return read([](const std::string &name) { return int(name.size()); });
}
