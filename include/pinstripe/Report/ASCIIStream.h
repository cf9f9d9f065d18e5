// Writes reports for terminals that show ASCII only.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REPORT_ASCIISTREAM_H
#define PINSTRIPE_REPORT_ASCIISTREAM_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

namespace pinstripe {

/// Returns the text with ASCII characters in place of the marks and lines that
/// reports use. A replacement is as wide as the mark, so that columns stay
/// aligned. Only the ellipsis becomes wider, since it becomes three dots. Other
/// characters, such as those of a program's source, stay.
std::string withASCIIMarks(llvm::StringRef text);

/// A stream that converts its text by withASCIIMarks() and writes the converted
/// text to another stream, which must outlive this object. Each write is
/// converted by itself, so all bytes of a mark must be in the same write.
class ASCIIStream : public llvm::raw_ostream {
public:
  explicit ASCIIStream(llvm::raw_ostream &target)
      : raw_ostream(/*unbuffered=*/true), target(target) {}

private:
  void write_impl(const char *data, size_t size) override {
    target << withASCIIMarks({data, size});
  }
  uint64_t current_pos() const override { return target.tell(); }

  llvm::raw_ostream &target;
};

} // namespace pinstripe

#endif // PINSTRIPE_REPORT_ASCIISTREAM_H
