// Executes a plan by a script of gdb, for comparison.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_BENCH_GDBSCRIPT_H
#define PINSTRIPE_BENCH_GDBSCRIPT_H

#include "pinstripe/Execution/ExecutionEngine.h"

namespace pinstripe::bench {

/// A partial execution that is scripted in gdb, as a user could do it. Only a
/// program in which no traced function but main runs is possible. The script
/// sets breakpoints at all entries of main. For each included event it uses
/// `jump`, unless the program is at the event already, and then `continue`. It
/// handles neither frames nor poison nor limits.
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
