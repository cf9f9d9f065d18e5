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
/// inside another one. Returns none if the functions are not known.
using FunctionFinder = llvm::function_ref<std::vector<DefinedFunction>(
    const std::string &path, const std::string &text)>;

/// Sets the function of each changed line to the innermost one that holds it. A
/// new line is looked for in the new text of its file, and a deleted line in
/// the old one. A function of the old text is the same as one of the new text
/// if both have the same name, and if possible the same parameters. Lines in
/// none of the functions stay in the blocks that git finds.
///
/// Each text is given to `find` at most once, and only if there is a changed
/// line to be looked for in it.
void labelFunctions(SourceDifference &difference, FunctionFinder find);

} // namespace pinstripe

#endif // PINSTRIPE_REVISIONS_FUNCTIONLABELS_H
