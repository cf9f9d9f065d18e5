// Tests how compiled functions are split into blocks.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Program/DataCode.h"
#include "BuiltTable.h"

using namespace pinstripe;
using namespace pinstripe::test;

namespace {

using Kind = DataInstruction::Kind;

/// A program with its table and its code.
struct ReadProgram {
  ReadProgram(const std::string &compiler, Language language,
              llvm::StringRef source,
              std::vector<std::string> flags = {"-g", "-O0"})
      : program(compiler, language, source, std::move(flags)),
        table(tableOf(program)) {
    auto module = ModuleCode::read(program.path);
    REQUIRE(bool(module));
    code = orFail(DataCode::create(table, {&*module}));
    symbols = module->functionSymbols;
  }

  CodeRange rangeOf(llvm::StringRef name) const {
    for (const FunctionSymbol &symbol : symbols)
      if (symbol.name == name)
        return {symbol.address, symbol.address + symbol.size};
    FAIL("no function " + name.str());
    return {};
  }
  std::vector<DataInstruction> instructionsOf(llvm::StringRef name) const {
    std::vector<DataInstruction> found;
    CodeRange range = rangeOf(name);
    for (const DataInstruction &instruction : code.instructions)
      if (range.contains(instruction.address))
        found.push_back(instruction);
    return found;
  }
  unsigned count(llvm::StringRef name, Kind kind) const {
    return llvm::count_if(instructionsOf(name), [&](const DataInstruction &i) {
      return i.kind == kind;
    });
  }

  TestProgram program;
  UnitTable table;
  DataCode code;
  std::vector<FunctionSymbol> symbols;
};

} // namespace

TEST_CASE("blocks cover functions without gaps and begin at entries",
          "[program][datacode]") {
  for (const std::string &compiler : compilers(Language::C)) {
    INFO(compiler);
    ReadProgram read(compiler, Language::C, R"(
#include <stdio.h>
static int pick(int n) {
  switch (n) {
  case 0: return 4;
  case 1: return 7;
  case 2: return 1;
  case 3: return 9;
  case 4: return 2;
  default: return n;
  }
}
int main(int argc, char **argv) {
  int total = 0;
  for (int i = 0; i < argc + 3; ++i)
    total += pick(i);
  printf("%d\n", total);
  return 0;
}
)");
    const DataCode &code = read.code;
    for (const UnitEntry &entry : read.table.entries)
      CHECK(code.blockAt(entry.address));
    for (const TracedFunction &function : read.table.functions) {
      CHECK(code.blockAt(function.low));
      CHECK(code.blockAt(function.exit));
      CHECK(code.blockAt(function.bodyStart));
      CHECK(code.isFunction(function.low));
    }
    size_t instructions = 0;
    for (const CodeBlock &block : code.blocks) {
      CHECK(block.firstInstruction == instructions);
      CHECK(block.instructions > 0);
      uint64_t at = block.address;
      uint32_t words = 0;
      for (const DataInstruction &instruction : code.instructionsOf(block)) {
        CHECK(instruction.address == at);
        at += instruction.size;
        for (const MemoryReference &reference : code.referencesOf(instruction))
          if (reference.place == MemoryReference::Place::Recorded)
            words += reference.isRepeated ? 2 : 1;
      }
      CHECK(words == block.recordedWords);
      instructions += block.instructions;
    }
    CHECK(instructions == code.instructions.size());
    // The switch is left by its table or by comparisons, so `pick` may have
    // several branches.
    CHECK(read.count("main", Kind::Call) == 1);
    CHECK(read.count("main", Kind::LibraryCall) == 1);
    CHECK(read.count("main", Kind::Branch) == 1);
    CHECK(read.count("pick", Kind::Return) == 1);
    CHECK(read.count("pick", Kind::Branch) >= 1);
  }
}

TEST_CASE("frames are known from their set-up to their tear-down",
          "[program][datacode]") {
  for (const std::string &compiler : compilers(Language::C)) {
    INFO(compiler);
    ReadProgram read(compiler, Language::C,
                     "int twice(int n) { int r = n + n; return r; }\n"
                     "int main(void) { return twice(2) - 4; }\n");
    CodeRange range = read.rangeOf("twice");
    unsigned unframed = 0;
    for (const CodeBlock &block : read.code.blocks) {
      if (!range.contains(block.address))
        continue;
      unframed += !block.hasFrame;
      CHECK(block.recordedWords == 0);
    }
    CHECK(unframed == 1);
    for (const DataInstruction &instruction : read.instructionsOf("twice")) {
      RegisterSet all =
          instruction.valueUses | instruction.addressUses | instruction.defines;
      CHECK_FALSE((all & (generalRegister(RBP) | generalRegister(RSP))));
      CHECK(instruction.kind != Kind::SaveRegister);
    }
  }
}

TEST_CASE("without a standard frame rbp is a register like any other",
          "[program][datacode]") {
  for (const std::string &compiler : compilers(Language::C)) {
    INFO(compiler);
    ReadProgram read(compiler, Language::C, R"(
int main(void) { return 0; }
__attribute__((naked)) int third(int *p) {
  __asm__("push %rbp\n mov %rdi, %rbp\n mov 8(%rbp), %eax\n"
          "pop %rbp\n ret");
}
)");
    std::vector<DataInstruction> all = read.instructionsOf("third");
    REQUIRE(all.size() >= 5);
    CHECK(all[0].kind == Kind::SaveRegister);
    CHECK(all[1].defines == generalRegister(RBP));
    CHECK(all[2].addressUses == generalRegister(RBP));
    CHECK(read.code.references[all[2].firstReference].place ==
          MemoryReference::Place::Recorded);
    CHECK(all[3].kind == Kind::RestoreRegister);
    CHECK(all[4].kind == Kind::Return);
  }
}

TEST_CASE("saving a register is distinguished from storing a variable in it",
          "[program][datacode]") {
  ReadProgram read("gcc", Language::C, R"(
int twice(int n) {
  register long kept __asm__("rbx") = n;
  long copy = kept;
  return kept + copy;
}
int main(void) { return twice(2) - 4; }
)");
  CHECK(read.count("twice", Kind::SaveRegister) == 1);
  CHECK(read.count("twice", Kind::RestoreRegister) == 1);
}

TEST_CASE(
    "functions of system headers have blocks, those of libraries have none",
    "[program][datacode]") {
  for (const std::string &compiler : compilers(Language::Cxx)) {
    INFO(compiler);
    ReadProgram read(compiler, Language::Cxx, R"(
#include <vector>
int main() {
  std::vector<int> v{3, 4};
  v.push_back(5);
  return v.back() - 5;
}
)");
    CodeRange range = read.rangeOf("_ZNSt6vectorIiSaIiEE4backEv");
    CHECK(read.code.isFunction(range.low));
    CHECK(read.code.blockAt(range.low));
    CodeRange start = read.rangeOf("_start");
    CHECK_FALSE(read.code.blockAt(start.low));
    CHECK(read.count("main", Kind::Call) >= 3);
  }
}
