// Writes man pages, completions and the manual's tables from the command line.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// pinstripe-manual man FOLDER: writes the man pages into FOLDER.
// pinstripe-manual completions FOLDER: writes the completions of shells there.
// pinstripe-manual refresh PAGE...: updates the tables of Markdown pages.
// pinstripe-manual check PAGE...: fails if a table of a page is stale.
//
// A generated table is between the lines
// `<!-- table of options of reduce -->` and `<!-- end of table -->`; the first
// of these lines says what the table shows.

#include "Completions.h"
#include "ManualText.h"
#include "pinstripe/Support/AtomicFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace pinstripe;

static llvm::Expected<std::string> tableFor(llvm::StringRef what,
                                            const Verbs &verbs) {
  if (what == "exit statuses")
    return exitStatusTable();
  if (what.consume_front("verbs in "))
    return verbTable(verbs, what.str());
  if (what == "verbs")
    return verbTable(verbs, "");
  if (what.consume_front("options of "))
    for (const auto &verb : verbs)
      if (what == verb->description().name)
        return optionTables(verb->definition());
  return llvm::createStringError("no such table: " + what);
}

/// Returns the Markdown page `text` with all its generated tables updated.
static llvm::Expected<std::string> refreshed(llvm::StringRef text,
                                             const Verbs &verbs) {
  constexpr llvm::StringLiteral open = "<!-- table of ", close = " -->\n",
                                end = "<!-- end of table -->";
  std::string result;
  for (size_t begin; (begin = text.find(open)) != llvm::StringRef::npos;) {
    size_t body = text.find(close, begin);
    size_t after = text.find(end, begin);
    if (after == llvm::StringRef::npos || body > after)
      return llvm::createStringError("a table without an end");
    auto table = tableFor(text.slice(begin + open.size(), body), verbs);
    if (!table)
      return table.takeError();
    result += text.take_front(body + close.size()).str() + *table + end.str();
    text = text.drop_front(after + end.size());
  }
  return result + text.str();
}

static llvm::Error writeFile(const std::string &path, llvm::StringRef text) {
  return writeFileAtomically(path, text, Durability::ProcessKill);
}

/// Looks for generated tables in a Markdown page that are out of date. If
/// `mayWrite` is set, updates them. If it is not set, returns false if there is
/// such a table.
static llvm::Expected<bool> visitPage(const std::string &path, bool mayWrite,
                                      const Verbs &verbs) {
  auto content = llvm::MemoryBuffer::getFile(path);
  if (!content)
    return llvm::createStringError(path + ": " + content.getError().message());
  auto text = refreshed((*content)->getBuffer(), verbs);
  if (!text)
    return llvm::createStringError(path + ": " +
                                   llvm::toString(text.takeError()));
  if (*text == (*content)->getBuffer())
    return true;
  if (!mayWrite)
    return false;
  if (llvm::Error error = writeFile(path, *text))
    return std::move(error);
  return true;
}

static llvm::Error visitPages(llvm::ArrayRef<char *> paths, bool mayWrite,
                              const Verbs &verbs) {
  std::string stale;
  for (const char *path : paths) {
    llvm::Expected<bool> isRight = visitPage(path, mayWrite, verbs);
    if (!isRight)
      return isRight.takeError();
    if (!*isRight)
      stale += std::string(" ") + path;
  }
  if (stale.empty())
    return llvm::Error::success();
  return llvm::createStringError(
      "the option tables of these pages are stale; `ninja -C build/dev manual` "
      "makes them new:" +
      stale);
}

static llvm::Error writeManPages(const std::string &folder,
                                 const CLI::App &tool, const Verbs &verbs) {
  if (std::error_code code = llvm::sys::fs::create_directories(folder))
    return llvm::createStringError(folder + ": " + code.message());
  llvm::Error error = writeFile(folder + "/pinstripe.1", manPage(tool, verbs));
  for (const auto &verb : verbs)
    error = llvm::joinErrors(
        std::move(error),
        writeFile(folder + "/pinstripe-" + verb->description().name + ".1",
                  manPage(*verb)));
  return error;
}

static llvm::Error writeCompletions(const std::string &folder,
                                    const CLI::App &tool) {
  if (std::error_code code = llvm::sys::fs::create_directories(folder))
    return llvm::createStringError(folder + ": " + code.message());
  return llvm::joinErrors(
      writeFile(folder + "/_pinstripe", zshCompletion(tool)),
      llvm::joinErrors(
          writeFile(folder + "/pinstripe.fish", fishCompletion(tool)),
          writeFile(folder + "/pinstripe.bash", bashCompletion(tool))));
}

static llvm::Error runWriter(llvm::ArrayRef<char *> words) {
  CLI::App tool;
  Verbs verbs = describeTool(tool);
  llvm::StringRef action = words.size() > 2 ? words[1] : "";
  if (action == "man" && words.size() == 3)
    return writeManPages(words[2], tool, verbs);
  if (action == "completions" && words.size() == 3)
    return writeCompletions(words[2], tool);
  if (action == "refresh" || action == "check")
    return visitPages(words.drop_front(2), action == "refresh", verbs);
  return llvm::createStringError(
      "pinstripe-manual man FOLDER | completions FOLDER | refresh PAGE... | "
      "check PAGE...");
}

int main(int argc, char **argv) {
  llvm::Error error = runWriter({argv, static_cast<size_t>(argc)});
  if (!error)
    return 0;
  llvm::errs() << "error: " << llvm::toString(std::move(error)) << '\n';
  return 1;
}
