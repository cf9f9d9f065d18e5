// Executes a plan by a script of gdb, for comparison.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_BENCH_GDBSCRIPT_H
#define PINSTRIPE_BENCH_GDBSCRIPT_H

#include "pinstripe/Execution/ExecutionEngine.h"

namespace pinstripe::bench {

/// A partial execution as a user of gdb would script it, of a program whose
/// only traced function that runs is main: breakpoints at all entries of main;
/// then, for each included event, `jump` unless the program is there already,
/// and `continue`. It has no frames, no poison and no limits.
class GDBScript {
public:
  /// Writes a script. Returns an error if there is no gdb, or if the trace has
  /// more than one invocation.
  static llvm::Expected<GDBScript>
  write(const UnitTable &table, const LaunchSpec &launch, const Trace &trace,
        const EventSet &included, const std::string &scratch);
  /// Runs gdb. Returns the seconds from its start to its end.
  llvm::Expected<double> run() const;
  /// Returns what the program printed in the last run.
  llvm::Expected<std::string> output() const;

private:
  std::string gdb, script, outputFile;
  std::vector<std::string> environment;
};

} // namespace pinstripe::bench

#endif // PINSTRIPE_BENCH_GDBSCRIPT_H
