// Finds the declarations that no function needs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_PROGRAM_EDITS_DECLARATIONUSES_H
#define PINSTRIPE_LIB_PROGRAM_EDITS_DECLARATIONUSES_H

#include "Edits/EditListers.h"
#include "llvm/ADT/DenseMap.h"

namespace pinstripe {

/// Finds out which declarations of a text are needed. The starting points are
/// the definitions that another file could use: functions and variables with
/// external linkage. Whatever they use, directly or indirectly, is needed.
/// Declarations at file scope and member functions are considered, since most
/// of what a library declares are member functions that the program never
/// calls. A template needs whatever one of its instances in the text uses.
class DeclarationUses {
public:
  explicit DeclarationUses(const ListerContext &context);

  /// Returns true if no definition needs the declaration.
  bool isUnused(const clang::Decl *declaration) const;
  /// Returns the number of the only definition that needs a declaration, or of
  /// the declaration itself if it is a definition. Returns nullopt if no
  /// definition or more than one needs the declaration. Also returns nullopt if
  /// the text has too many definitions to look at each of them.
  std::optional<uint32_t> ownerOf(const clang::Decl *declaration) const;

private:
  /// Maps each needed declaration to the number of its owner, which is the only
  /// definition that needs the declaration. The number is nullopt if no
  /// definition or more than one needs the declaration.
  llvm::DenseMap<const clang::Decl *, std::optional<uint32_t>> used;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_EDITS_DECLARATIONUSES_H
