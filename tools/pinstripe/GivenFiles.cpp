// Finds the files that a command line names, and protects those that are read.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "GivenFiles.h"
#include "RedirectedInput.h"
#include "pinstripe/Support/ResultFile.h"
#include "pinstripe/Support/ShellWords.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace pinstripe;

/// Returns true if the arguments of an option are files that the verb writes.
static bool isWritten(const CLI::Option &option) {
  return option.get_group() == group::output &&
         llvm::StringRef(optionLabel(option)).ends_with("FILE") &&
         !option.check_lname("viewer");
}

/// Returns true if the arguments of an option are files that the verb reads, or
/// texts that may name such files.
static bool isRead(const CLI::Option &option) {
  if (isWritten(option))
    return false;
  std::string label = optionLabel(option);
  return llvm::any_of(
      std::initializer_list<llvm::StringRef>{"FILE", "PROGRAM", "COMMAND",
                                             "--file", "--module"},
      [&](llvm::StringRef word) {
        return llvm::StringRef(label).contains(word);
      });
}

std::vector<std::string> pinstripe::pathsIn(llvm::ArrayRef<std::string> words) {
  std::vector<std::string> paths;
  for (llvm::StringRef word : words) {
    paths.push_back(word.str());
    llvm::SmallVector<llvm::StringRef> pieces;
    llvm::SplitString(word, pieces, " \t\n=<>|;&()'\"");
    for (llvm::StringRef piece : pieces)
      paths.push_back(piece.str());
  }
  return paths;
}

/// Returns true if the argument of an option is a file that lists runs, one
/// command line on each line.
static bool listsRuns(const CLI::Option &option) {
  return option.check_lname("passing") || option.check_lname("failing");
}

/// Returns the paths that a list of runs may name. Returns none if the list
/// can't be read; the verb reports the error later.
static std::vector<std::string> pathsInList(const std::string &list) {
  std::vector<std::string> paths;
  // A pipe, such as the shell makes for `<(...)`, can be read only once, so it
  // is left to the verb.
  if (!llvm::sys::fs::is_regular_file(list))
    return paths;
  auto content = llvm::MemoryBuffer::getFile(list);
  if (!content)
    return paths;
  for (llvm::StringRef line : llvm::split((*content)->getBuffer(), '\n')) {
    llvm::Expected<std::vector<ShellWord>> words = splitShellWords(line, "<>");
    if (!words) {
      // A line that is not valid is skipped here. The verb reads the line later
      // and reports the mistake.
      llvm::consumeError(words.takeError());
      continue;
    }
    for (const ShellWord &word : *words)
      llvm::append_range(paths, pathsIn(word.text));
  }
  return paths;
}

std::vector<std::string> pinstripe::givenFiles(const CLI::App &options,
                                               const CommandWords &words) {
  std::vector<std::string> paths = pathsIn(words);
  for (const CLI::Option *option : options.get_options()) {
    if (isRead(*option))
      llvm::append_range(paths, pathsIn(option->results()));
    if (listsRuns(*option))
      for (const std::string &list : option->results())
        llvm::append_range(paths, pathsInList(list));
  }
  paths.push_back(redirectedInput());
  return paths;
}

llvm::Error pinstripe::checkWrittenFiles(const CLI::App &options,
                                         const CommandWords &words) {
  const std::vector<std::string> given = givenFiles(options, words);
  for (const CLI::Option *option : options.get_options()) {
    if (!isWritten(*option))
      continue;
    const std::string label = optionLabel(*option);
    for (const std::string &word : option->results()) {
      llvm::StringRef path = word;
      // An argument of --export is FORMAT=FILE.
      if (option->check_lname("export"))
        path = path.split('=').second;
      llvm::StringRef name =
          llvm::StringRef(label).take_front(label.find_first_of(", "));
      if (llvm::Error error =
              checkResultFile(name + " " + word, path.str(), given))
        return error;
    }
  }
  return llvm::Error::success();
}
