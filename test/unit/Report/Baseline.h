// Compares whole outputs with approved outputs in files.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TEST_UNIT_REPORT_BASELINE_H
#define PINSTRIPE_TEST_UNIT_REPORT_BASELINE_H

#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>
#include <functional>
#include <string>

namespace pinstripe {

/// Returns the approved output with this name. If PINSTRIPE_APPROVE is in the
/// environment, `actual` first becomes the approved output; then read the
/// difference in git.
inline std::string baseline(const std::string &name,
                            const std::string &actual) {
  std::string path = PINSTRIPE_BASELINES "/" + name;
  if (std::getenv("PINSTRIPE_APPROVE")) {
    std::error_code error;
    llvm::raw_fd_ostream(path, error) << actual;
  }
  auto buffer = llvm::MemoryBuffer::getFile(path);
  return buffer ? (*buffer)->getBuffer().str() : name + " is missing";
}

inline std::string
written(const std::function<void(llvm::raw_ostream &)> &write) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  write(stream);
  return text;
}

#define CHECK_BASELINE(text, name)                                             \
  do {                                                                         \
    std::string actual = (text);                                               \
    CHECK(actual == baseline(name, actual));                                   \
  } while (false)

} // namespace pinstripe

#endif // PINSTRIPE_TEST_UNIT_REPORT_BASELINE_H
