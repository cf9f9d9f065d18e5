// Reads the variables of a program at moments of a run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_TRANSITIONS_STATEREADER_H
#define PINSTRIPE_LIB_DRIVER_TRANSITIONS_STATEREADER_H

#include "Transitions/StateReading.h"
#include "pinstripe/Case/CaseRunner.h"
#include "pinstripe/Case/RecordedCase.h"
#include "pinstripe/Program/ExpressionCompiler.h"

namespace pinstripe {

/// Reads the variables of a run at the moment when an event begins: those of
/// all calls that are under way, global variables, and what pointers lead to.
/// Each step from pointer to pointer may take another run of the program, which
/// reads the pages of memory that are not known yet. This works because
/// pointers have the same values in each run of the same input.
///
/// Not read are: objects of library classes other than std::string, variables
/// of more than 4,096 bytes, static variables of functions that are not under
/// way, and what lies more than a few pointers away.
class StateReader : RunnableCase {
public:
  /// `trace` is the recorded run that `launch` starts. It must outlive this
  /// object.
  StateReader(const RunnableCase &runnable, const Trace &trace,
              LaunchSpec launch);

  /// Announces that the states at `events` will be read soon. One run then
  /// reads most of what is needed for all of them.
  llvm::Error prepare(llvm::ArrayRef<EventIndex> events);
  /// Returns the state at the moment when `event` begins. Returns an error if
  /// the program can't be run, or an InterruptedError if the user has stopped
  /// the work.
  llvm::Expected<ProgramState> read(EventIndex event);

private:
  llvm::Expected<std::vector<KnownBytes>>
  ask(std::vector<MemoryQuestion> questions);
  llvm::Error begin(llvm::ArrayRef<EventIndex> events);

  const Trace &trace;
  LaunchSpec launch;
  ExpressionCompiler compiler;
  /// The numbers of the pages of the memory that were needed for the last
  /// state. The next state probably needs them again, so they are read in its
  /// first run.
  std::vector<uint64_t> former;
  std::map<EventIndex, std::unique_ptr<StateReading>> prepared;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_TRANSITIONS_STATEREADER_H
