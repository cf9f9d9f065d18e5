// Evaluates the models of library calls for a program that is stepped.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runtime/Library.cpp is part of the tool, too. The functions that it calls are
// these, for a stopped process whose memory is read from outside.

#ifndef PINSTRIPE_LIB_NATIVE_STEPPING_STEPPEDLIBRARY_H
#define PINSTRIPE_LIB_NATIVE_STEPPING_STEPPEDLIBRARY_H

#include "Patch/InstrumentedProgram.h"
#include "Runtime/Library.h"
#include <array>

namespace pinstripe {

/// The library calls of one process. While an Entered exists, the functions of
/// Runtime/Library.h use its SteppedLibrary on the thread that created it.
class SteppedLibrary {
public:
  /// Appends records of calls to `words`. Both `program` and `words` must
  /// outlive the object.
  SteppedLibrary(const InstrumentedProgram &program, pid_t pid,
                 std::vector<uint64_t> &words);

  class Entered {
  public:
    explicit Entered(SteppedLibrary &library);
    ~Entered();
    Entered(const Entered &) = delete;
    Entered &operator=(const Entered &) = delete;
  };

  /// Drops cached memory of the process. Called when the process has run.
  void forgetMemory();
  /// 1 + the hook at which the innermost call returns; 0 if none is pending.
  uint32_t pendingReturn = 0;

  native::LibraryTables tables() const;
  native::LibraryState &state() { return *libraryState; }
  uint64_t copy(uint8_t *to, uint64_t from, uint64_t size);
  int64_t outputPosition() const;
  void record(native::RawMark mark, llvm::ArrayRef<uint64_t> content);

private:
  /// A cached page of the process. Calls mostly use few pages.
  struct Page {
    uint64_t address = ~uint64_t(0);
    bool isThere = false;
    std::array<uint8_t, native::pageSize> bytes = {};
  };
  const Page &pageAt(uint64_t address);

  const InstrumentedProgram &program;
  pid_t pid;
  std::vector<uint64_t> &words;
  std::unique_ptr<native::LibraryState> libraryState;
  std::vector<Page> pages;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_STEPPING_STEPPEDLIBRARY_H
