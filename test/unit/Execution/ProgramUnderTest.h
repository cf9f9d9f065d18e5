// Compiles and runs small programs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TEST_UNIT_EXECUTION_PROGRAMUNDERTEST_H
#define PINSTRIPE_TEST_UNIT_EXECUTION_PROGRAMUNDERTEST_H

#include "pinstripe/Execution/LLDBEngine.h"
#include "pinstripe/Support/DirectoryTree.h"
#include <initializer_list>

namespace pinstripe {

/// A C or C++ source, compiled -g -O0 into a folder of its own, with an
/// engine that is made at the first run. Throws std::runtime_error where
/// something of ours goes wrong.
class ProgramUnderTest {
public:
  /// Sources are C++ if `compiler` is a C++ compiler.
  ProgramUnderTest(const std::string &compiler, const std::string &source);

  LaunchSpec spec;
  bool rewind = true;

  std::string path(llvm::StringRef name) const { return folder.file(name); }
  void writeInput(llvm::StringRef text);
  const Recording &record();
  RunResult execute(const EventSet &included);
  /// All recorded events but those of lines that contain one of `texts`.
  EventSet without(std::initializer_list<llvm::StringRef> texts) const;
  EventSet only(std::initializer_list<llvm::StringRef> texts) const;
  EventSet all() const;
  EventSet none() const;
  const Trace &trace() const { return recording->trace; }
  const UnitTable &unitTable() const { return table; }
  /// The recorded events of lines that contain `text`, from 0.
  std::vector<unsigned> eventsAt(llvm::StringRef text) const;
  /// Makes the next run start with an engine of its own.
  void dropEngine() { engine.reset(); }

private:
  ExecutionEngine &theEngine();

  TemporaryDirectory folder;
  UnitTable table;
  std::unique_ptr<ExecutionEngine> engine;
  std::optional<Recording> recording;
};

/// The compilers of this machine, one of each kind, that a test is to use.
std::vector<std::string> cCompilers();
std::vector<std::string> cxxCompilers();

} // namespace pinstripe

#endif // PINSTRIPE_TEST_UNIT_EXECUTION_PROGRAMUNDERTEST_H
