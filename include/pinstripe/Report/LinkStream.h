// Makes links to source files of the places that text reports name.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REPORT_LINKSTREAM_H
#define PINSTRIPE_REPORT_LINKSTREAM_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <functional>
#include <string>

namespace pinstripe {

/// Finds the file that a word of a report names. Returns its address, of the
/// form `file://host/path`; an empty text if the word is not the name of a
/// file.
using LinkFinder = std::function<std::string(llvm::StringRef)>;

/// Returns a function that finds files below `folder`, the current folder, or
/// by their absolute paths. `host` is the name of this machine, for terminals
/// that show the text of another one.
LinkFinder fileLinks(std::string folder, std::string host);

/// A stream that passes its text on to another stream, which must outlive this
/// object. Each place such as `bug.c:12`, and the name of a file before a
/// colon, becomes a link of the form OSC 8, if `find` knows the file. So do the
/// numbers of source lines, which stand before `│`, below the name of their
/// file. Text is passed on line by line, since a place may come in several
/// pieces.
class LinkStream : public llvm::raw_ostream {
public:
  LinkStream(llvm::raw_ostream &target, LinkFinder find)
      : raw_ostream(/*unbuffered=*/true), target(target),
        find(std::move(find)) {}
  ~LinkStream() override { passOn(); }

private:
  void write_impl(const char *data, size_t size) override;
  uint64_t current_pos() const override {
    return target.tell() + pending.size();
  }
  void passOn();
  size_t passOnPiece(llvm::StringRef text);
  void writeLink(const std::string &address, llvm::StringRef text);
  const std::string &linkOf(llvm::StringRef word);

  llvm::raw_ostream &target;
  LinkFinder find;
  std::string pending; ///< The beginning of a line that has not ended yet.
  llvm::StringMap<std::string> known; ///< What `find` has returned.
  bool isLineStart = true; ///< No word of the current line was passed on yet.
  /// The address of the file whose name began a line last.
  std::string heading;
};

} // namespace pinstripe

#endif // PINSTRIPE_REPORT_LINKSTREAM_H
