// Makes the measurements of the benchmark.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_BENCH_MEASUREMENTS_H
#define PINSTRIPE_BENCH_MEASUREMENTS_H

#include "GDBScript.h"
#include "Subject.h"
#include "Table.h"

namespace pinstripe::bench {

/// The size of a trace, in events, and the number of rounds in which such a
/// trace is measured.
struct Size {
  size_t events;
  unsigned rounds;
};

struct MeasurementOptions {
  std::string programs; ///< the folder with the subjects (programs)
  std::string scratch;
  std::string engine = "native";     ///< the engine to measure
  std::vector<std::string> sections; ///< the parts to measure; empty means all
  std::vector<Size> recordings, partialExecutions;
  /// Measures removals of single events, as at the end of a reduction.
  Size removals;
  Size rivals;          ///< for the comparison with LLDB and gdb
  Size traps;           ///< for runs with int3 patches only
  Size containment;     ///< for runs with and without a sandbox
  unsigned pieceRounds; ///< rounds for work that is done once for a case
};

/// Measures one subject after the other and collects tables.
class Measurements {
public:
  explicit Measurements(MeasurementOptions options);
  static bool isSection(llvm::StringRef name);
  llvm::Error measure(llvm::StringRef subjectName);
  void print(llvm::raw_ostream &stream) const;

private:
  using EnginePointer = std::unique_ptr<ExecutionEngine>;
  /// A part of the benchmark that --section can name.
  struct Section {
    llvm::StringRef name;
    llvm::Error (Measurements::*measure)();
    Table Measurements::*table;
  };
  static const Section sections[];

  llvm::Expected<EnginePointer> createEngine(llvm::StringRef name);
  llvm::Error measureRecordings();
  llvm::Error measureRecording(Size size);
  llvm::Error measurePartialExecutions();
  llvm::Error measurePartialExecution(Size size);
  llvm::Error measureRemovals();
  llvm::Error measureRivals();
  llvm::Error measurePieces();
  llvm::Error measureTraps();
  llvm::Error measureContainment();
  llvm::Error compareContainment(const LaunchSpec &free,
                                 const LaunchSpec &confined,
                                 llvm::StringRef written);

  Contender plainRun(const LaunchSpec &launch, unsigned rounds) const;
  Contender partialExecution(ExecutionEngine &engine, const LaunchSpec &launch,
                             const Recording &recording, PlanKind kind,
                             unsigned rounds) const;

  MeasurementOptions options;
  std::unique_ptr<Subject> subject;
  EnginePointer engine;
  Table recordingTable, partialTable, removalTable, rivalTable, pieceTable,
      trapTable, containmentTable;
};

} // namespace pinstripe::bench

#endif // PINSTRIPE_BENCH_MEASUREMENTS_H
