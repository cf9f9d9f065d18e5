// Runs a reference, a program that prints what is right, and compares.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A reference is another program than the recorded one: an older version, a
// mended one, or another implementation. It takes the same arguments and the
// same input.

#ifndef PINSTRIPE_CASE_REFERENCEPROGRAM_H
#define PINSTRIPE_CASE_REFERENCEPROGRAM_H

#include "pinstripe/Case/CaseRunner.h"
#include "pinstripe/Case/OtherRuns.h"
#include "pinstripe/Case/RecordedCase.h"

namespace pinstripe {

/// Says what two runs with the same arguments and input have shown, one of the
/// program and one of the reference.
enum class Agreement : uint8_t {
  /// Both ended by themselves, with the same output and exit status: the
  /// program is right.
  Same,
  /// The reference ended as usual, and the program printed something else or
  /// crashed: the program is wrong.
  Different,
  /// The runs show nothing: the reference did not end as it does with the input
  /// of the recorded run, the program hung or met a limit, or only its exit
  /// status is another one.
  Unusable,
};

struct ComparedRun {
  Agreement agreement = Agreement::Unusable;
  RunResult ofProgram, ofReference;
};

/// Runs the program of a case and its reference with the same arguments and
/// input. All of these runs are plain runs, without an engine, in a sandbox of
/// their own if the runs of the case are confined. Must be used by one thread.
class ReferenceProgram {
public:
  /// Finds the file of a reference, which may be a script. Returns a
  /// UsageError, which says what to do, if it can't be executed.
  static llvm::Expected<std::string> find(llvm::StringRef name);

  /// Runs the reference `name`, as the user has typed it, with the arguments
  /// and the input of the recorded run. Returns a UsageError if it can't be
  /// started, does not end by itself, or prints something else each time; also
  /// if it prints what the program prints, and the program did not crash.
  static llvm::Expected<std::unique_ptr<ReferenceProgram>>
  start(const RunnableCase &runnable, llvm::StringRef name);

  /// Returns the name of the reference as the user has typed it.
  const std::string &name() const { return theName; }
  /// Returns the absolute path of the reference.
  const std::string &path() const { return thePath; }
  /// Returns what the reference does with the arguments and the input of the
  /// recorded run: this is what the program should have done.
  const RunResult &expected() const { return usual; }
  /// Returns true if its output says more than that the program should not have
  /// crashed: if it is not what the program had printed before it crashed.
  bool saysMore() const;
  /// Says in a sentence for the user why the reference is perhaps not one for
  /// this program; empty if there is no reason.
  std::string doubt() const;

  /// Runs the reference and, if it ended as usual, the program. A run that
  /// takes much longer than the recorded one is ended. Returns an
  /// InterruptedError if the user interrupts it.
  llvm::Expected<ComparedRun> compare(const OtherRun &run);

private:
  ReferenceProgram(const RunnableCase &runnable, llvm::StringRef name);

  llvm::Error makePlace();
  llvm::Error observe();
  llvm::Expected<RunResult> run(const std::string &program,
                                const LaunchSpec &launch) const;
  llvm::Error refusal(const llvm::Twine &reason) const;
  void limitRuns(double seconds);

  const RecordedCase &recorded;
  const CaseRunner &runner;
  const std::atomic<bool> &stop;
  std::string theName, thePath;
  RunPlace place;
  /// How the runs start, apart from the program, its arguments and its input.
  LaunchSpec base;
  RunResult usual;
};

} // namespace pinstripe

#endif // PINSTRIPE_CASE_REFERENCEPROGRAM_H
