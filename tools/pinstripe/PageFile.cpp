// Writes HTML pages about cases and searches into files.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PageFile.h"
#include "Console.h"
#include "RedirectedInput.h"
#include "pinstripe/Report/Page.h"
#include "pinstripe/Report/SearchPage.h"
#include "pinstripe/Support/AtomicFile.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/ShellQuote.h"
#include "llvm/Support/FormatVariadic.h"

using namespace pinstripe;

/// The beginning and the end of the viewer's page, which ViewerPage.S embeds.
/// They are equal if the tool was built without the viewer.
extern "C" const char pinstripe_viewer_page_begin[];
extern "C" const char pinstripe_viewer_page_end[];

llvm::Expected<std::string> pinstripe::viewerPage(const std::string &file) {
  if (!file.empty()) {
    llvm::Expected<std::string> page = readFile(file);
    if (page)
      if (llvm::Error error = checkViewer(*page))
        return error;
    return page;
  }
  std::string page(pinstripe_viewer_page_begin, pinstripe_viewer_page_end);
  if (!page.empty())
    return page;
  return llvm::make_error<UsageError>(
      "this pinstripe was built without the viewer of reports, since node was "
      "not there; run tools/setup.sh, then cmake and the build again, or name "
      "the viewer of another build with `pinstripe report --viewer FILE`");
}

/// Calls `write` to write a file, and returns the size of the file.
static llvm::Expected<uint64_t>
writeMeasured(const std::string &path,
              llvm::function_ref<void(llvm::raw_ostream &)> write) {
  uint64_t bytes = 0;
  llvm::Error error = writeOutputFile(path, [&](llvm::raw_ostream &stream) {
    uint64_t before = stream.tell();
    write(stream);
    bytes = stream.tell() - before;
  });
  if (error)
    return error;
  return bytes;
}

llvm::Expected<uint64_t> pinstripe::writePageFile(CaseReport &report,
                                                  llvm::StringRef viewer,
                                                  const std::string &path) {
  report.version = PINSTRIPE_VERSION;
  return writeMeasured(path, [&](llvm::raw_ostream &stream) {
    writePage(report, viewer, stream);
  });
}

llvm::Error pinstripe::checkPageFile(const std::string &path) {
  if (path.empty())
    return llvm::Error::success();
  if (path == "-")
    return llvm::make_error<UsageError>(
        "--report -: name a file, since the result is written to standard "
        "output");
  if (llvm::Error error = viewerPage("").takeError())
    return error;
  return checkOutputFile(path);
}

/// Returns the command line with which a user can repeat the search.
static std::string commandToRepeat(std::vector<std::string> typed) {
  if (!typed.empty())
    typed.front() = "pinstripe";
  std::string command = quoteForShell(llvm::ArrayRef(typed));
  // If the user has redirected standard input from a file, the words of the
  // command line do not name this file. So the text `< FILE` is added to the
  // command.
  std::string input = redirectedInput();
  return input.empty()
             ? command
             : command + " < " + quoteForShell(llvm::StringRef(input));
}

llvm::Error pinstripe::writeSearchPageFile(ShownSearch search,
                                           std::vector<std::string> typed,
                                           const std::string &path) {
  if (path.empty())
    return llvm::Error::success();
  search.command = commandToRepeat(std::move(typed));
  llvm::Expected<std::string> viewer = viewerPage("");
  if (!viewer)
    return viewer.takeError();
  llvm::Expected<uint64_t> bytes =
      writeMeasured(path, [&](llvm::raw_ostream &stream) {
        writeSearchPage(search, *viewer, stream);
      });
  if (!bytes)
    return bytes.takeError();
  messages() << "note: " << printable(describePage(path, *bytes)) << '\n';
  return llvm::Error::success();
}

std::string pinstripe::describePage(const std::string &path, uint64_t bytes) {
  constexpr double million = 1e6;
  std::string size = bytes < million
                         ? llvm::formatv("{0} kB", (bytes + 999) / 1000).str()
                         : llvm::formatv("{0:f1} MB", bytes / million).str();
  return path + ": " + size + ", open it in a browser";
}
