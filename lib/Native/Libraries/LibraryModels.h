// Models of library functions: which memory a call reads and writes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table describes functions of the C and C++ libraries by their arguments
// and results. The runtime in the target evaluates it at each call.

#ifndef PINSTRIPE_LIB_NATIVE_LIBRARIES_LIBRARYMODELS_H
#define PINSTRIPE_LIB_NATIVE_LIBRARIES_LIBRARYMODELS_H

#include "Runtime/Layout.h"
#include "pinstripe/Analysis/ExecutionObserver.h"
#include "llvm/ADT/StringMap.h"

namespace pinstripe {

/// Properties of a range of memory that a call reads or writes, which follow
/// from the model alone.
struct RangeMark {
  /// Flags with the meaning that they have in MemoryAccess.
  bool isAddress = false, isCopied = false, isAppended = false;
  bool isEnd = false; ///< Of the range, only the last byte is read or written.
};

class LibraryModels {
public:
  static const LibraryModels &get();

  /// Returns the model of a function by its symbol name, or native::none.
  uint32_t find(llvm::StringRef name) const;
  llvm::StringRef name(uint32_t model) const { return names[model]; }
  /// Returns the argument registers that hold an address or a size.
  RegisterSet addresses(uint32_t model) const;
  /// Returns the registers that hold the result.
  RegisterSet results(uint32_t model) const { return resultSets[model]; }
  LibraryCall::HeapUse heapUse(uint32_t model) const;
  size_t size() const { return names.size(); }
  /// Marks the ranges that a call has read or written, in the order of its
  /// effects. Does nothing if `model` is native::none.
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

/// Returns the set of the first `integers` and `vectors` argument registers.
RegisterSet argumentSet(unsigned integers, unsigned vectors);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_LIBRARIES_LIBRARYMODELS_H
