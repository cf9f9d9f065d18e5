//===- LibraryModels.h - What library functions do with data ----*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For functions of the C and C++ libraries: which memory they read and write,
// by their arguments and results. The runtime in the target evaluates this.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_NATIVE_LIBRARYMODELS_H
#define PINSTRIPE_LIB_NATIVE_LIBRARYMODELS_H

#include "Runtime/Layout.h"
#include "pinstripe/Analysis/ExecutionObserver.h"
#include "llvm/ADT/StringMap.h"

namespace pinstripe {

/// What there is to know of a range of memory that the runtime can't tell.
struct RangeMark {
  bool isAddress = false, isCopied = false, isAppended = false; ///< of the same
  bool isEnd = false; ///< only the last byte of it
};

class LibraryModels {
public:
  static const LibraryModels &get();

  /// native::none if there is none for this name (as in symbol tables).
  uint32_t find(llvm::StringRef name) const;
  llvm::StringRef name(uint32_t model) const { return names[model]; }
  /// Registers with arguments that say where in memory, or how much of it.
  RegisterSet addresses(uint32_t model) const;
  /// Registers that hold the result.
  RegisterSet results(uint32_t model) const { return resultSets[model]; }
  LibraryCall::HeapUse heapUse(uint32_t model) const;
  size_t size() const { return names.size(); }
  /// Of what such a call has read or written, in the order of its effects; for
  /// native::none nothing is known.
  void markReads(uint32_t model,
                 llvm::MutableArrayRef<MemoryAccess> accesses) const;
  void markWrites(uint32_t model,
                  llvm::MutableArrayRef<MemoryAccess> accesses) const;

  std::vector<native::ModelRecord> records;
  std::vector<native::EffectRecord> effects;

private:
  struct CallMarks {
    std::vector<RangeMark> read, written;
  };
  LibraryModels();
  void add(llvm::StringRef name, unsigned integers, unsigned vectors,
           RegisterSet results, llvm::StringRef effects);

  std::vector<std::string> names;
  std::vector<RegisterSet> resultSets;
  std::vector<CallMarks> marksOf;
  llvm::StringMap<uint32_t> byName;
};

/// The first so many argument registers of each kind.
RegisterSet argumentSet(unsigned integers, unsigned vectors);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_LIBRARYMODELS_H
