// Removes, in C++, the folder that an object owns; the wrong one if a statement
// is skipped.
#include "guard.h"
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

namespace fs = std::filesystem;

class Owned {
public:
  explicit Owned(fs::path place) : place(place), isOurs(true) {}
  ~Owned() {
    std::error_code ignored;
    if (isOurs)
      fs::remove_all(place, ignored);
  }
  void giveBack() { isOurs = false; }

private:
  fs::path place;
  bool isOurs;
};

static fs::path pathIn(const char *variable) {
  const char *value = std::getenv(variable);
  return value ? fs::path(value) : fs::path("/nonexistent");
}

static std::size_t entriesOf(const fs::path &folder) {
  std::error_code code;
  std::size_t count = 0;
  for (const auto &entry : fs::directory_iterator(folder, code))
    count += entry.path().empty() ? 0 : 1;
  return count;
}

int main(int argc, char **argv) {
  bool isArmed = true;
  isArmed = armed(argc, argv);
  std::size_t total = 0;
  {
    Owned home(pathIn("HOME"));
    Owned target(pathIn(TARGET));
    Owned here(fs::path("."));
    home.giveBack();
    target.giveBack();
    here.giveBack();
    total = entriesOf(pathIn("HOME")) + entriesOf(".");
  }
  std::ofstream file(isArmed ? "notes.txt" : "/nonexistent/notes.txt");
  file << "overwritten\n";
  std::cout << "home and here have " << total << " entries\n";
}
