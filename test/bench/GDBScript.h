//===- GDBScript.h - The same job by a debugger's script -*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_BENCH_GDBSCRIPT_H
#define PINSTRIPE_BENCH_GDBSCRIPT_H

#include "pinstripe/Execution/ExecutionEngine.h"

namespace pinstripe::bench {

/// A partial execution of a program whose only traced function that runs is
/// main, as a user of gdb would script it: breakpoints at all entries of main,
/// then, for each included event, `jump` unless the program is there already,
/// and `continue`. No frames, no poison, no limits.
class GDBScript {
public:
  /// Error if there is no gdb, or the trace has more than one invocation.
  static llvm::Expected<GDBScript>
  write(const UnitTable &table, const LaunchSpec &launch, const Trace &trace,
        const EventSet &included, const std::string &scratch);
  /// Seconds from the start of gdb to its end.
  llvm::Expected<double> run() const;
  /// What the program printed in the last run.
  llvm::Expected<std::string> output() const;

private:
  std::string gdb, script, outputFile;
  std::vector<std::string> environment;
};

} // namespace pinstripe::bench

#endif // PINSTRIPE_BENCH_GDBSCRIPT_H
