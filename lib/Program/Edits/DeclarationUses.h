// Finds the declarations at file scope that no function needs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_PROGRAM_EDITS_DECLARATIONUSES_H
#define PINSTRIPE_LIB_PROGRAM_EDITS_DECLARATIONUSES_H

#include "Edits/EditListers.h"
#include "llvm/ADT/DenseSet.h"

namespace pinstripe {

/// Finds out which declarations at file scope are needed, directly or by way of
/// others, by the definitions that another file could use: functions and
/// variables with external linkage.
class DeclarationUses {
public:
  explicit DeclarationUses(const ListerContext &context);

  /// Returns whether a declaration at file scope is not needed.
  bool isUnused(const clang::Decl *declaration) const;

private:
  llvm::DenseSet<const clang::Decl *> used;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_EDITS_DECLARATIONUSES_H
