// Finds out what the arguments of a function consist of, and where that is.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_CALL_CALLLAYOUT_H
#define PINSTRIPE_LIB_DRIVER_CALL_CALLLAYOUT_H

#include "Call/CallArguments.h"
#include "pinstripe/Program/ExpressionCompiler.h"
#include "pinstripe/Result/CallSummary.h"
#include "llvm/ADT/ArrayRef.h"
#include <map>

namespace pinstripe {

/// The largest text or array, in bytes, that is captured.
constexpr uint32_t maxCallBytes = 65536;

/// Where the value and the address of a part are.
struct PartPlaces {
  LocationProgram value, address;
  /// The number that probably says how long the part is, as an expression;
  /// empty if there is none.
  std::string lengthName = {};
  std::string unread = {}; ///< Why the part could not be read, if so.
};

/// A pointer to a structure whose members are arguments.
struct LeadingPointer {
  std::string expression;
  LocationProgram address; ///< Where the structure is.
  bool isNull = false;
};

/// The arguments of a function as its debug information describes them. The
/// parts have no values yet: those differ from call to call.
class CallLayout {
public:
  /// `address` is the table address of the first statement of the function.
  /// `lengths` are pairs ARRAY:LENGTH that the user has stated. All references
  /// must outlive this object.
  CallLayout(ExpressionCompiler &compiler, uint64_t address,
             llvm::ArrayRef<std::string> lengths)
      : compiler(compiler), address(address), statedLengths(lengths) {}

  /// Fills the members below.
  llvm::Error describeParameters();

  CallArguments arguments;
  std::vector<PartPlaces> places; ///< Those of the parts, in their order.
  /// All pointers to structures; outer pointers come before inner ones.
  std::vector<LeadingPointer> leads;
  std::vector<FixedArgument> fixed; ///< What can't be changed.

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
  void noteLength(const std::string &array, const std::string &length);
  void noteMemberLengths(const ValueType &type, const std::string &lead);
  std::string lengthOf(llvm::StringRef expression) const;
  std::optional<CompiledExpression> compile(const std::string &expression);

  ExpressionCompiler &compiler;
  uint64_t address;
  llvm::ArrayRef<std::string> statedLengths;
  /// The number that probably says how long an array is, by the expression of
  /// the array.
  std::map<std::string, std::string> likelyLengths;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_CALL_CALLLAYOUT_H
