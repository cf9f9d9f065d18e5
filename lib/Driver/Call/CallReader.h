// Captures the arguments of a call in the recorded run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_CALL_CALLREADER_H
#define PINSTRIPE_LIB_DRIVER_CALL_CALLREADER_H

#include "Call/CallLayout.h"
#include "pinstripe/Case/CaseRunner.h"
#include "pinstripe/Case/RecordedCase.h"

namespace pinstripe {

/// Reads the arguments of a call at the moment when the first statement of the
/// called function begins. A first run of the program tells the values of the
/// parameters, and further runs tell the memory to which their pointers lead.
/// This works because pointers have the same values in each run.
class CallReader : RunnableCase {
public:
  /// `lengths` are pairs ARGUMENT:LENGTH that the user has stated.
  CallReader(const RunnableCase &runnable, llvm::ArrayRef<std::string> lengths)
      : RunnableCase(runnable), compiler(recorded.table),
        statedLengths(lengths.vec()) {}

  /// Reads the arguments of the call whose first statement is executed by
  /// `event`. Returns an error if the program can't be run, or if a pair
  /// ARGUMENT:LENGTH names an argument that does not exist.
  llvm::Expected<CallArguments> read(EventIndex event);
  /// Returns the arguments that can't be changed, with the reasons.
  const std::vector<FixedArgument> &fixed() const { return fixedOnes; }

private:
  llvm::Expected<std::vector<std::optional<std::string>>>
  readAll(std::vector<LocationProgram> locations);
  llvm::Error readPlaces();
  llvm::Error readContents();
  llvm::Error readTexts();
  llvm::Error pairLengths();
  void foldPointers();
  void fold(const std::string &expression, llvm::StringRef reason);
  bool isBelowUnread(llvm::StringRef expression) const;
  void dropUnread();
  void drop(size_t part, llvm::StringRef reason);

  ExpressionCompiler compiler;
  std::vector<std::string> statedLengths;
  EventIndex event{};
  EntryId entry{};
  CallArguments result;
  std::vector<PartPlaces> places;
  std::vector<LeadingPointer> leads;
  std::vector<FixedArgument> fixedOnes;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_CALL_CALLREADER_H
