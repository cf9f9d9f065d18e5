// Tests that a file on which LLVM crashes is refused with one clear message.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Binary/TrialReading.h"
#include "Binary/DebugInfo.h"
#include "TestSupport/Programs.h"
#include <random>

using namespace pinstripe;
using namespace pinstripe::test;

namespace {

constexpr const char *throwing = R"c(
struct guard { ~guard() { } };
void thrower(int x) { guard g; if (x) throw x; }
int main(int count, char **) {
  try { thrower(count - 1); } catch (int) { return 1; }
  return 0;
}
)c";

/// A program whose unwind table can be changed.
class UnwindingProgram {
public:
  UnwindingProgram() : program("g++", Language::Cxx, throwing) {
    auto file = llvm::MemoryBuffer::getFile(program.path);
    REQUIRE(bool(file));
    bytes = (*file)->getBuffer().str();
    auto object = llvm::cantFail(llvm::object::ObjectFile::createObjectFile(
        llvm::MemoryBufferRef(bytes, "")));
    for (const llvm::object::SectionRef &section : object->sections())
      if (llvm::cantFail(section.getName()) == ".eh_frame") {
        llvm::StringRef contents = llvm::cantFail(section.getContents());
        table = contents.data() - bytes.data();
        tableSize = contents.size();
      }
    REQUIRE(tableSize > 0);
  }

  /// Returns why a program with these contents is refused, or an empty text if
  /// the program is accepted.
  std::string refusalOf(const std::string &changed) const {
    std::ofstream(program.path, std::ios::binary) << changed;
    auto info = readDebugInfo(program.path);
    if (!info)
      return llvm::toString(info.takeError());
    pads = 0;
    for (const DebugFunction &function : info->functions)
      pads += function.landingPads.size();
    return "";
  }

  std::string bytes;
  size_t table = 0, tableSize = 0; ///< The unwind table within `bytes`.
  mutable size_t pads = 0; ///< Landing pads of the last accepted program.

private:
  TestProgram program;
};

constexpr const char *damaged = "has damaged debug information; build it again";

} // namespace

TEST_CASE("Landing pads are read from the unwind table",
          "[program][exceptions]") {
  UnwindingProgram program;
  CHECK(program.refusalOf(program.bytes) == "");
  CHECK(program.pads == 2);
}

TEST_CASE("No change of an unwind table crashes this process",
          "[program][exceptions]") {
  UnwindingProgram program;
  std::mt19937 random(6);
  for (int round = 0; round < 200; ++round) {
    std::string bytes = program.bytes;
    for (size_t left = 1 + random() % 4; left > 0; --left)
      // Small numbers, and numbers with all bits set, do the most damage.
      bytes[program.table + random() % program.tableSize] =
          static_cast<char>(random() % 2 ? random() % 256 : random() % 4 - 2);
    std::string refusal = program.refusalOf(bytes);
    CHECK((refusal.empty() || llvm::StringRef(refusal).ends_with(damaged)));
  }
}

TEST_CASE("Constants of any size and sign are read", "[program][damaged]") {
  auto compiler = GENERATE(as<std::string>(), "clang++-19", "g++");
  auto version = GENERATE(as<std::string>(), "-gdwarf-4", "-gdwarf-5");
  TestProgram program(compiler, Language::Cxx, R"c(
struct Limits {
  static const long long least = -9223372036854775807LL - 1;
  static const unsigned long long most = ~0ULL;
};
int main() { return Limits::least == 1 || Limits::most == 1; }
)c",
                      {"-g", "-O0", version});
  INFO(compiler << " " << version);
  CHECK(orFail(readDebugInfo(program.path)).functions.size() == 1);
}
