// Compares the program with a reference, a program that prints what is right.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The reference is another program than the recorded one. It can be an older
// version, a mended version, or another implementation. It takes the same
// arguments and the same input.

#ifndef PINSTRIPE_CASE_REFERENCEPROGRAM_H
#define PINSTRIPE_CASE_REFERENCEPROGRAM_H

#include "pinstripe/Case/CaseRunner.h"
#include "pinstripe/Case/OtherRuns.h"
#include "pinstripe/Case/RecordedCase.h"

namespace pinstripe {

/// Tells whether the program and the reference, another program that the user
/// knows to be right, have behaved alike with the same arguments and input.
enum class Agreement : uint8_t {
  /// Both programs ended by themselves, with the same output and exit status.
  /// So the program is right.
  Same,
  /// The reference ended as usual, but the program printed something else or
  /// crashed. So the program is wrong.
  Different,
  /// The runs show nothing, for one of these reasons:
  /// - the reference did not end as it does with the recorded input;
  /// - the program hung or met a limit;
  /// - only the exit status differs.
  Unusable,
};

struct ComparedRun {
  Agreement agreement = Agreement::Unusable;
  RunResult ofProgram, ofReference;
};

/// Runs the program of a case and its reference with the same arguments and
/// input. All runs are made without an engine. If the runs of the case are
/// confined, the runs of this object are confined, too, but in a sandbox of
/// their own. Must be used by one thread.
class ReferenceProgram {
public:
  /// Finds the file of a reference. It may be a script. Returns a UsageError if
  /// the file can't be executed. The error says what to do.
  static llvm::Expected<std::string> find(llvm::StringRef name);

  /// Runs the reference with the arguments and the input of the recorded run.
  /// `name` is its name as the user has typed it. Returns a UsageError if the
  /// reference can't be started, does not end by itself, or prints something
  /// else each time. Also returns one if the reference prints the same as the
  /// program, unless the program crashed.
  static llvm::Expected<std::unique_ptr<ReferenceProgram>>
  start(const RunnableCase &runnable, llvm::StringRef name);

  /// Returns the name of the reference as the user has typed it.
  const std::string &name() const { return theName; }
  /// Returns the absolute path of the reference.
  const std::string &path() const { return thePath; }
  /// Returns what the reference does with the arguments and the input of the
  /// recorded run. The program should have done the same.
  const RunResult &expected() const { return usual; }
  /// Returns true if the program has crashed and the reference prints something
  /// else than the program had printed before. If both print the same, the
  /// reference only shows that the program should not have crashed.
  bool saysMore() const;
  /// Returns a sentence which says why the reference may be the wrong one for
  /// this program. Returns an empty text if there is no such reason.
  std::string doubt() const;

  /// Runs the reference. If the reference has ended as usual, runs the program,
  /// too. Ends a run that takes much longer than the recorded one. Returns an
  /// InterruptedError if the user interrupts the work.
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
  /// How the runs of both programs are started. The program, its arguments and
  /// its input are replaced for each run.
  LaunchSpec base;
  RunResult usual;
};

} // namespace pinstripe

#endif // PINSTRIPE_CASE_REFERENCEPROGRAM_H
