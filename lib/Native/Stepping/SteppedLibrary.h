// Finds out what library calls of a stopped process read and write.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The code of Runtime/Library.cpp finds this out inside a process under test.
// The same code is also compiled into the tool. For the tool, this file defines
// the functions that the code needs. They read the memory of a process that
// ptrace has stopped.

#ifndef PINSTRIPE_LIB_NATIVE_STEPPING_STEPPEDLIBRARY_H
#define PINSTRIPE_LIB_NATIVE_STEPPING_STEPPEDLIBRARY_H

#include "Patch/InstrumentedProgram.h"
#include "Runtime/Library.h"
#include <array>

namespace pinstripe {

/// Observes the library calls of one stopped process. The global functions of
/// Runtime/Library.cpp do the work. In the current thread, they work for this
/// SteppedLibrary as long as its object of the class Entered exists.
class SteppedLibrary {
public:
  /// The records of library calls are appended to `words`. `program` and
  /// `words` must outlive the SteppedLibrary.
  SteppedLibrary(const InstrumentedProgram &program, pid_t pid,
                 std::vector<uint64_t> &words);

  class Entered {
  public:
    explicit Entered(SteppedLibrary &library);
    ~Entered();
    Entered(const Entered &) = delete;
    Entered &operator=(const Entered &) = delete;
  };

  /// Drops the copied pages of the process's memory. Must be called after the
  /// process has run, since its memory may have changed.
  void forgetMemory();
  /// The index, plus 1, of the hook at the address to which the innermost
  /// library call will return; 0 if no library call is in progress.
  uint32_t pendingReturn = 0;

  native::LibraryTables tables() const;
  native::LibraryState &state() { return *libraryState; }
  uint64_t copy(uint8_t *to, uint64_t from, uint64_t size);
  int64_t outputSize() const;
  bool isStandardOutput(int32_t descriptor) const;
  void record(native::RawMark mark, llvm::ArrayRef<uint64_t> content);

private:
  /// A copy of a page of the process's memory. Copies are kept until the
  /// process runs again: most library calls use only few pages, so the copies
  /// are used often.
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
