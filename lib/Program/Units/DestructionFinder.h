// Finds the code that destroys each object at the end of a scope.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// This code becomes a unit of its own. It is skipped if the object's
// declaration is skipped, since then there is no object. Line tables assign the
// destruction of all objects of a scope to one position, the closing brace. The
// address that each destructor gets tells the objects apart.

#ifndef PINSTRIPE_LIB_PROGRAM_UNITS_DESTRUCTIONFINDER_H
#define PINSTRIPE_LIB_PROGRAM_UNITS_DESTRUCTIONFINDER_H

#include "Code/FunctionCode.h"
#include "Units/UnitCatalog.h"

namespace pinstripe {

/// Code that does nothing but destroy one object when control leaves the
/// object's scope without an exception. Control enters this code only at
/// `begin`.
struct Destruction {
  /// The range of the code, as indices of instructions.
  uint32_t begin = 0, end = 0;
  /// The scope's cleanup and the object's declaration, as indices into
  /// SourceModel::units.
  uint32_t cleanup = 0, declaration = 0;
  /// The name of the destroyed object, or the text of its declaration.
  std::string object;
};

/// Finds the destructions in a function. `sources` has the source unit of each
/// instruction, as the line table says: an index in SourceModel::units. Objects
/// whose address is not a fixed place in the stack frame are left out, such as
/// an object that clang constructs in the caller's memory.
std::vector<Destruction>
findDestructions(const DebugFunction &function, const FunctionCode &code,
                 const UnitCatalog &catalog,
                 llvm::ArrayRef<std::optional<uint32_t>> sources);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_UNITS_DESTRUCTIONFINDER_H
