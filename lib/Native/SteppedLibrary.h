//===- SteppedLibrary.h - Library calls, seen from outside ------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The LibraryEnvironment of the tool: Runtime/Library.cpp and what belongs to
// it run here, too, and read the memory of a stopped process.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_NATIVE_STEPPEDLIBRARY_H
#define PINSTRIPE_LIB_NATIVE_STEPPEDLIBRARY_H

#include "InstrumentedProgram.h"
#include "Runtime/Library.h"
#include <array>

namespace pinstripe {

/// Of one process. What Library.h declares works while an Entered is there, on
/// the thread that made it.
class SteppedLibrary {
public:
  /// All must outlive the object; records of calls are appended to `words`.
  SteppedLibrary(const InstrumentedProgram &program, pid_t pid,
                 std::vector<uint64_t> &words);

  class Entered {
  public:
    explicit Entered(SteppedLibrary &library);
    ~Entered();
    Entered(const Entered &) = delete;
    Entered &operator=(const Entered &) = delete;
  };

  /// The program has run since.
  void forgetMemory();
  /// The hook at which the innermost call returns, + 1; 0: none.
  uint32_t pendingReturn = 0;

  native::LibraryTables tables() const;
  native::LibraryState &state() { return *libraryState; }
  uint64_t copy(uint8_t *to, uint64_t from, uint64_t size);
  int64_t outputPosition() const;
  void record(native::RawMark mark, llvm::ArrayRef<uint64_t> content);

private:
  /// Most of what a call is asked for lies in few pages.
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

#endif // PINSTRIPE_LIB_NATIVE_STEPPEDLIBRARY_H
