// Compiles and runs small programs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TEST_UNIT_EXECUTION_PROGRAMUNDERTEST_H
#define PINSTRIPE_TEST_UNIT_EXECUTION_PROGRAMUNDERTEST_H

#include "pinstripe/Execution/LLDBEngine.h"
#include "pinstripe/Support/DirectoryTree.h"
#include <initializer_list>

namespace pinstripe {

/// A C or C++ program that is compiled with -g -O0 into a folder of its own,
/// and an engine that is made at the first run. Throws std::runtime_error if
/// compiling or running fails because of the test itself.
class ProgramUnderTest {
public:
  /// Says which unit table the program gets.
  enum class TableKind : uint8_t {
    Simple, ///< A table of lines, for sources without code in headers.
    Full,   ///< The table that the tool itself would make.
  };

  /// The source is C++ if `compiler` is a C++ compiler. `options` are further
  /// arguments for the compiler.
  ProgramUnderTest(const std::string &compiler, const std::string &source,
                   const std::vector<std::string> &options = {},
                   TableKind kind = TableKind::Simple);

  LaunchSpec spec;
  bool rewind = true;

  std::string path(llvm::StringRef name) const { return folder.file(name); }
  void writeInput(llvm::StringRef text);
  const Recording &record();
  RunResult execute(const EventSet &included);
  /// Returns all recorded events except those on lines that contain one of
  /// `texts`.
  EventSet without(std::initializer_list<llvm::StringRef> texts) const;
  EventSet only(std::initializer_list<llvm::StringRef> texts) const;
  EventSet all() const;
  EventSet none() const;
  const Trace &trace() const { return recording->trace; }
  const UnitTable &unitTable() const { return table; }
  /// Returns the numbers, from 0, of the recorded events on lines that contain
  /// `text`.
  std::vector<unsigned> eventsAt(llvm::StringRef text) const;
  /// Drops the engine, so that the next run makes a new one.
  void dropEngine() { engine.reset(); }

private:
  ExecutionEngine &theEngine();

  TemporaryDirectory folder;
  UnitTable table;
  std::unique_ptr<ExecutionEngine> engine;
  std::optional<Recording> recording;
};

/// Returns the path of the compiler for tests that need only one.
std::string cCompiler();
std::string cxxCompiler();
/// Returns the paths of the compilers that the current test case tries.
std::vector<std::string> cCompilers();
std::vector<std::string> cxxCompilers();

} // namespace pinstripe

#endif // PINSTRIPE_TEST_UNIT_EXECUTION_PROGRAMUNDERTEST_H
