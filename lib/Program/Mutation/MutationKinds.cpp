// Names the kinds of mutations.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Program/Mutation.h"

#include <iterator>

namespace pinstripe {

llvm::StringRef mutationOperatorName(MutationOperator kind) {
  static constexpr llvm::StringLiteral names[] = {"constant",
                                                  "enumerator",
                                                  "relational",
                                                  "logical",
                                                  "assignment",
                                                  "arithmetic",
                                                  "floating division",
                                                  "call",
                                                  "variable",
                                                  "field",
                                                  "value",
                                                  "operand dropped",
                                                  "negation",
                                                  "step",
                                                  "arguments swapped",
                                                  "by reference",
                                                  "outer variable",
                                                  "condition forced",
                                                  "condition reduced",
                                                  "condition extended",
                                                  "deleted",
                                                  "guarded",
                                                  "copied",
                                                  "assignment inserted",
                                                  "jump inserted",
                                                  "type"};
  static_assert(std::size(names) == mutationOperators);
  return names[static_cast<size_t>(kind)];
}

} // namespace pinstripe
