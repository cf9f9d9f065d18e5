// Captures the arguments of a call in the recorded run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_CALL_CALLREADER_H
#define PINSTRIPE_LIB_DRIVER_CALL_CALLREADER_H

#include "Call/CallArguments.h"
#include "pinstripe/Case/CaseRunner.h"
#include "pinstripe/Case/RecordedCase.h"
#include "pinstripe/Program/ExpressionCompiler.h"
#include "pinstripe/Result/CallSummary.h"

namespace pinstripe {

/// Reads the arguments of calls, as they are when the first statement of the
/// called function begins. Runs the program once for what the parameters hold,
/// and again for what their pointers lead to. This works because pointers have
/// the same values in each run.
class CallReader : RunnableCase {
public:
  /// `lengths` are pairs ARGUMENT:LENGTH.
  CallReader(const RunnableCase &runnable, llvm::ArrayRef<std::string> lengths)
      : RunnableCase(runnable), compiler(recorded.table),
        statedLengths(lengths.vec()) {}

  /// Reads the arguments of the call whose first statement is `event`. Returns
  /// an error if the program can't be run, or if a stated length is not known.
  llvm::Expected<CallArguments> read(EventIndex event);
  /// Returns the arguments that can't be changed.
  const std::vector<FixedArgument> &fixed() const { return fixedOnes; }

private:
  CallArgument describe(const std::string &expression, const std::string &name,
                        unsigned depth);
  CallArgument describePointer(const std::string &expression,
                               const std::string &name, unsigned depth);
  CallArgument describeMembers(const ValueType &type,
                               const std::string &expression,
                               const std::string &name, unsigned depth,
                               bool isPointer);
  CallArgument fix(const std::string &expression, const std::string &name,
                   llvm::StringRef text, llvm::StringRef reason);
  CallArgument addPart(CallPart part, const std::string &name,
                       bool isPointer = false);
  std::optional<CompiledExpression> compile(const std::string &expression);
  llvm::Expected<std::vector<std::optional<std::string>>>
  readAll(std::vector<LocationProgram> locations);
  llvm::Error readPlaces();
  llvm::Error readContents();
  llvm::Error pairLengths();
  void dropUnread();
  std::string lengthOf(llvm::StringRef expression) const;

  ExpressionCompiler compiler;
  std::vector<std::string> statedLengths;
  EventIndex event{};
  EntryId entry{};
  CallArguments result;
  /// Where the values and the addresses of the parts are.
  struct Places {
    LocationProgram value, address;
    std::string lengthName = {};
    std::string unread = {}; ///< Why the part can't be changed, if so.
  };
  std::vector<Places> places;
  std::vector<std::string> names; ///< All parameters of the function.
  std::vector<FixedArgument> fixedOnes;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_CALL_CALLREADER_H
