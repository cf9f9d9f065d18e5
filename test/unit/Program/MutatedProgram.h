// Lists and compiles the mutations of small programs in tests.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TEST_UNIT_PROGRAM_MUTATEDPROGRAM_H
#define PINSTRIPE_TEST_UNIT_PROGRAM_MUTATEDPROGRAM_H

#include "BuiltTable.h"
#include "pinstripe/Program/MutationSource.h"

#include <numeric>
#include <set>

namespace pinstripe::test {

/// A program of one source whose mutations can be listed and compiled.
class MutatedProgram {
public:
  MutatedProgram(Language language, llvm::StringRef text,
                 const std::string &compiler = "",
                 std::vector<std::string> flags = {"-g", "-O0"})
      : program(compiler.empty() ? compilerFor(language) : compiler, language,
                text, std::move(flags)),
        table(tableOf(program)) {
    sources = orFail(readMutationSources(table, {}));
    REQUIRE(sources->units().size() == 1);
    source = orFail(sources->open(0));
  }

  size_t function(llvm::StringRef name) const {
    for (size_t i = 0; i < source->functions().size(); ++i)
      if (source->functions()[i].name == name)
        return i;
    FAIL("no function " << name.str());
    return 0;
  }

  std::vector<Mutation> mutationsOf(size_t function) const {
    return llvm::cantFail(source->mutationsOf(function));
  }
  std::vector<Mutation> mutationsOf(llvm::StringRef name) const {
    return mutationsOf(function(name));
  }

  /// Compiles all functions with all of their mutations.
  MutationSource::Compiled compileAll(uint32_t firstNumber = 1) const {
    std::vector<MutationSource::Wish> wishes;
    for (size_t i = 0; i < source->functions().size(); ++i) {
      MutationSource::Wish wish{i, std::vector<size_t>(mutationsOf(i).size())};
      std::iota(wish.mutations.begin(), wish.mutations.end(), 0);
      wishes.push_back(std::move(wish));
    }
    return orFail(source->compile(wishes, firstNumber));
  }

  TestProgram program;
  UnitTable table;
  std::unique_ptr<MutationSources> sources;
  std::unique_ptr<MutationSource> source;
};

/// Returns "line:column before => after", or "line:column + added" for an
/// insertion, for each mutation of a kind.
inline Lines rendered(llvm::ArrayRef<Mutation> mutations,
                      MutationOperator kind) {
  Lines lines;
  for (const Mutation &mutation : mutations) {
    if (mutation.kind != kind)
      continue;
    std::string place =
        std::to_string(mutation.line) + ":" + std::to_string(mutation.column);
    lines.push_back(mutation.isInsertion ? place + " + " + mutation.after
                                         : place + " " + mutation.before +
                                               " => " + mutation.after);
  }
  return lines;
}

inline bool has(const Lines &lines, const std::string &line) {
  return llvm::is_contained(lines, line);
}

} // namespace pinstripe::test

#endif // PINSTRIPE_TEST_UNIT_PROGRAM_MUTATEDPROGRAM_H
