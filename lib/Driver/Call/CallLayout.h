// Finds out what the arguments of a function consist of, and where they are.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_CALL_CALLLAYOUT_H
#define PINSTRIPE_LIB_DRIVER_CALL_CALLLAYOUT_H

#include "Call/CallArguments.h"
#include "pinstripe/Program/ExpressionCompiler.h"
#include "pinstripe/Result/CallSummary.h"
#include "llvm/ADT/ArrayRef.h"
#include <map>

namespace pinstripe {

/// The size in bytes of the largest text or array that is captured.
constexpr uint32_t maxCallBytes = 65536;

/// Programs in a small language, made from debug information, that compute the
/// value and the address of a part of an argument.
struct PartPlaces {
  LocationProgram value, address;
  /// The expression of the number that is probably the length of the part;
  /// empty if there is none.
  std::string lengthName = {};
  /// The reason why the part can't be read; empty if it can be read.
  std::string unread = {};
  /// True if the part is an array of pointers to texts.
  bool leadsToTexts = false;
};

/// A pointer to a structure whose members are parts of an argument.
struct LeadingPointer {
  std::string expression;
  /// A program that computes the address of the structure.
  LocationProgram address;
  bool isNull = false;
};

/// The arguments of a function, as its debug information describes them. The
/// parts have no values yet, since each call has other values.
class CallLayout {
public:
  /// `address` is the table address of the first statement of the function: the
  /// address in the module's file plus a constant for each module (see
  /// UnitTable). `lengths` are pairs ARRAY:LENGTH that the user has stated. All
  /// references must outlive this object.
  CallLayout(ExpressionCompiler &compiler, uint64_t address,
             llvm::ArrayRef<std::string> lengths)
      : compiler(compiler), address(address), statedLengths(lengths) {}

  /// Describes the parameters of the function, and stores the descriptions in
  /// the public members of this object.
  llvm::Error describeParameters();

  CallArguments arguments;
  /// Where each part of `arguments` is, in the order of the parts.
  std::vector<PartPlaces> places;
  /// All pointers to structures. A pointer to a structure is listed before the
  /// pointers that are members of the structure.
  std::vector<LeadingPointer> leads;
  std::vector<FixedArgument> fixed; ///< The arguments that can't be changed.

private:
  CallArgument describe(const std::string &expression, const std::string &name,
                        unsigned depth);
  CallArgument describePointer(const std::string &expression,
                               const std::string &name, unsigned depth);
  CallArgument describeMembers(const ValueType &type,
                               const std::string &expression,
                               const std::string &name, unsigned depth,
                               bool isPointer);
  CallArgument describeElements(const ValueType &type,
                                const std::string &expression,
                                const std::string &name, unsigned depth);
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
  /// Maps the expression of an array to the number that is probably its length.
  std::map<std::string, std::string> likelyLengths;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_CALL_CALLLAYOUT_H
