// Links recompiled functions against a process that has stopped at its entry
// point.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_NATIVE_LINKING_RECOMPILEDLINKER_H
#define PINSTRIPE_LIB_NATIVE_LINKING_RECOMPILEDLINKER_H

#include "Linking/ObjectLinker.h"
#include "Patch/InstrumentedProgram.h"
#include "pinstripe/Execution/ExecutionEngine.h"

namespace pinstripe {

/// The code and data of the recompiled functions of all compilation units,
/// ready to be copied into the process.
struct LinkedCode {
  std::vector<CodeImage> images;
  /// Each element names a function of the program and the recompiled function
  /// that can replace it. The elements are sorted by
  /// ExchangeRecord::firstNumber.
  std::vector<native::ExchangeRecord> exchanges;
  /// The contents of the memory at native::frameTablesAddress, as words of 8
  /// bytes. They tell the unwinder of exceptions about the recompiled code. See
  /// native::FrameTables.
  std::vector<uint64_t> frameTables;
  native::FrameTables unwinder{};
  std::vector<UnlinkedFunction> unlinked;
};

/// Links `code` with the program in a process that has stopped at its entry
/// point. `program` is this program with its patches, and `memory` is the
/// memory of the process. A hook is code to which a patched instruction of the
/// program jumps. Marks those hooks at which control can go to a recompiled
/// function instead of the original one.
llvm::Expected<LinkedCode> linkRecompiledCode(const RecompiledCode &code,
                                              const UnitTable &table,
                                              InstrumentedProgram &program,
                                              const ProcessMemory &memory,
                                              SymbolCache &cache);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_LINKING_RECOMPILEDLINKER_H
