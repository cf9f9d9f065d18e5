// Finds out what library calls of a stepped program read and write.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runtime/Library.cpp, which finds this out inside a process under test, is a
// part of the tool, too. The functions that Runtime/Library.cpp needs are
// defined here for a stopped process, whose memory is read from outside.

#ifndef PINSTRIPE_LIB_NATIVE_STEPPING_STEPPEDLIBRARY_H
#define PINSTRIPE_LIB_NATIVE_STEPPING_STEPPEDLIBRARY_H

#include "Patch/InstrumentedProgram.h"
#include "Runtime/Library.h"
#include <array>

namespace pinstripe {

/// The library calls of one process. While an object of the class Entered
/// exists, Runtime/Library.cpp works in this thread for the process of that
/// object's library.
class SteppedLibrary {
public:
  /// Appends the records of calls to `words`. `program` and `words` must
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

  /// Drops the copied pages of the process's memory. To be called when the
  /// process has run, since its memory may have changed.
  void forgetMemory();
  /// The hook at which the innermost library call will return, plus 1; 0 if no
  /// library call is going on.
  uint32_t pendingReturn = 0;

  native::LibraryTables tables() const;
  native::LibraryState &state() { return *libraryState; }
  uint64_t copy(uint8_t *to, uint64_t from, uint64_t size);
  int64_t outputPosition() const;
  void record(native::RawMark mark, llvm::ArrayRef<uint64_t> content);

private:
  /// A page of the process's memory that was read. Most calls use few pages.
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
