// Turns the names of source files in text reports into links.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REPORT_LINKSTREAM_H
#define PINSTRIPE_REPORT_LINKSTREAM_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <functional>
#include <string>

namespace pinstripe {

/// A function that gets a word of a report. If the word is the name of a file,
/// it returns the file's address, of the form `file://host/path`; otherwise an
/// empty text.
using LinkFinder = std::function<std::string(llvm::StringRef)>;

/// Returns a function that finds files by their absolute paths, or by their
/// paths relative to the current folder `folder`. `host` is the name of this
/// machine. A terminal needs the name if it shows the text of another machine.
LinkFinder fileLinks(std::string folder, std::string host);

/// A stream that turns names of files into links and passes its text on to
/// another stream, which must outlive this object. A place such as `bug.c:12`,
/// or the name of a file before a colon, becomes a link if `find` knows the
/// file. A line number before `│` becomes a link to the file that was named
/// above it. A link is written as an escape code of terminals, OSC 8. Text is
/// passed on by whole lines, since a place can be written in several pieces.
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
  /// For each word that was looked up, the address that `find` has returned.
  llvm::StringMap<std::string> known;
  /// True at the beginning of a line, until something other than a colour code
  /// was passed on. The next word is then the first of its line.
  bool isLineStart = true;
  /// The address of the file that was named last at the beginning of a line.
  std::string heading;
};

} // namespace pinstripe

#endif // PINSTRIPE_REPORT_LINKSTREAM_H
