// Says which memory a call of a library function reads and writes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A table describes functions of the C and C++ libraries by their arguments and
// results. Code in the process under test evaluates the table at each call of
// such a function.

#ifndef PINSTRIPE_LIB_NATIVE_LIBRARIES_LIBRARYMODELS_H
#define PINSTRIPE_LIB_NATIVE_LIBRARIES_LIBRARYMODELS_H

#include "Runtime/Layout.h"
#include "pinstripe/Analysis/ExecutionObserver.h"
#include "llvm/ADT/StringMap.h"

namespace pinstripe {

/// Properties of a range of memory that a library call reads or writes. They
/// come from the model of the called function, which describes its effects on
/// memory.
struct RangeMark {
  /// Flags that say what the library call does with the bytes of the range. See
  /// the flags of the same names in MemoryAccess.
  bool isAddress = false, isCopied = false, isAppended = false;
  bool isContent = false;
  bool isEnd = false; ///< True if only the last byte of the range is accessed.
};

class LibraryModels {
public:
  static const LibraryModels &get();

  /// Returns the number of the model for the function whose symbol is called
  /// `name`; native::none if there is no such model. A model tells what a call
  /// of the function reads and writes.
  uint32_t find(llvm::StringRef name) const;
  llvm::StringRef name(uint32_t model) const { return names[model]; }
  /// Returns the registers in which the caller passes addresses and sizes of
  /// memory to the function whose model has the number `model`.
  RegisterSet addresses(uint32_t model) const;
  /// Returns the registers in which the function whose model has the number
  /// `model` returns its result.
  RegisterSet results(uint32_t model) const { return resultSets[model]; }
  LibraryCall::HeapUse heapUse(uint32_t model) const;
  size_t size() const { return names.size(); }
  /// The following two functions set properties of the memory ranges that a
  /// call of a library function has read (markReads) or written (markWrites).
  /// One property is, for example, that the bytes are a copy of other bytes.
  /// The model of the function tells the properties. `accesses` holds the
  /// ranges in the order of the effects in the model. The functions do nothing
  /// if `model` is native::none.
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

/// Returns the set of registers that pass the arguments of a call with
/// `integers` arguments in general registers and `vectors` arguments in vector
/// registers.
RegisterSet argumentSet(unsigned integers, unsigned vectors);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_LIBRARIES_LIBRARYMODELS_H
