// Finds the code that destroys each object at the end of a scope.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// This code becomes a unit of its own. It is skipped if the object's
// declaration is skipped, since then there is no object. Line tables give one
// position to the destruction of all objects of a scope: the closing brace. So
// the finder tells the objects apart by their addresses, which the code passes
// to the destructors.

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
  /// Two indices into SourceModel::units: `cleanup` is the cleanup of the whole
  /// scope, and `declaration` is the declaration of the object.
  uint32_t cleanup = 0, declaration = 0;
  /// The name of the destroyed object, or the text of its declaration.
  std::string object;
};

/// Finds the destructions in a function. `sources` has an index into
/// SourceModel::units for each instruction: the source unit to which the line
/// table assigns the instruction. Leaves out objects that have no fixed place
/// in the stack frame. For example, clang constructs some objects in the memory
/// of the caller.
std::vector<Destruction>
findDestructions(const DebugFunction &function, const FunctionCode &code,
                 const UnitCatalog &catalog,
                 llvm::ArrayRef<std::optional<uint32_t>> sources);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_UNITS_DESTRUCTIONFINDER_H
