// Finds the declarations that no function needs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_PROGRAM_EDITS_DECLARATIONUSES_H
#define PINSTRIPE_LIB_PROGRAM_EDITS_DECLARATIONUSES_H

#include "Edits/EditListers.h"
#include "llvm/ADT/DenseMap.h"

namespace pinstripe {

/// Finds out which declarations are needed, directly or by way of others, by
/// the definitions that another file could use: functions and variables with
/// external linkage. The declarations are those at file scope, and member
/// functions, since most of what a library declares are member functions that a
/// program never calls. Instances of templates count, too: a template needs
/// what any of its instances in the text uses.
class DeclarationUses {
public:
  explicit DeclarationUses(const ListerContext &context);

  /// Returns whether a declaration is not needed.
  bool isUnused(const clang::Decl *declaration) const;
  /// Returns the number of the only definition that needs a declaration, or is
  /// it itself; nullopt if none or several need it, or if there are so many
  /// definitions that this was not found out.
  std::optional<uint32_t> ownerOf(const clang::Decl *declaration) const;

private:
  /// For each declaration that is needed, the number of its owner.
  llvm::DenseMap<const clang::Decl *, std::optional<uint32_t>> used;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_EDITS_DECLARATIONUSES_H
