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

/// A stream that turns names of files into links and passes its text on to
/// another stream, which must outlive this object. Places such as `bug.c:12`,
/// and names of files before a colon, become links of the form OSC 8 (a
/// terminal escape code) if `find` knows the file. A line number before `│`
/// becomes a link to the file that was named above it. Text is passed on line
/// by line, since a place may come in several pieces.
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
  llvm::StringMap<std::string> known; ///< The results of `find`, by word.
  /// True until a word of the current line was passed on.
  bool isLineStart = true;
  /// The address of the file whose name began a line last.
  std::string heading;
};

} // namespace pinstripe

#endif // PINSTRIPE_REPORT_LINKSTREAM_H
