// Finds out in which function each changed line of a difference is.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REVISIONS_FUNCTIONLABELS_H
#define PINSTRIPE_REVISIONS_FUNCTIONLABELS_H

#include "pinstripe/Revisions/SourceDifference.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace pinstripe {

/// The definition of a function in a file.
struct DefinedFunction {
  std::string name; ///< For people, such as "shop::Cart::total".
  /// A text that tells functions with the same name apart.
  std::string parameters;
  /// The lines of the definition, as numbers from 0 on: the first one, the one
  /// with the name, and the last one. The name is not in the first line if a
  /// result type or `template` comes before it.
  uint32_t firstLine = 0, nameLine = 0, lastLine = 0;
};

/// Returns the functions that a file defines, in any order. A function may lie
/// inside another one. Returns an empty list if the functions are not known.
using FunctionFinder = llvm::function_ref<std::vector<DefinedFunction>(
    const std::string &path, const std::string &text)>;

/// Finds the innermost function that contains each changed line. An added line
/// is looked up in the new text of its file, and a deleted line in the old
/// text. Functions of the two texts are the same function if their names are
/// equal; if several have this name, those with equal parameters are preferred.
/// A changed line outside all functions keeps the block that git has found for
/// it.
///
/// Calls `find` at most once for each text, and only if a changed line must be
/// looked up in the text.
void labelFunctions(SourceDifference &difference, FunctionFinder find);

} // namespace pinstripe

#endif // PINSTRIPE_REVISIONS_FUNCTIONLABELS_H
