// Finds the file of the program, and looks for peculiarities in it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Case/ProgramFile.h"
#include "pinstripe/Result/Text.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/ShellQuote.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>

using namespace pinstripe;
namespace fs = llvm::sys::fs;

static llvm::Error unusable(llvm::StringRef name, const llvm::Twine &why) {
  return llvm::make_error<TargetError>(name + ": " + why);
}

/// Returns the first executable file called `name` in the folders of PATH, as a
/// shell does; empty if there is none.
static std::string searchPath(llvm::StringRef name) {
  const char *path = std::getenv("PATH");
  llvm::SmallVector<llvm::StringRef> folders;
  llvm::StringRef(path ? path : "/usr/bin:/bin").split(folders, ':');
  for (llvm::StringRef folder : folders) {
    llvm::SmallString<128> candidate(folder.empty() ? "." : folder);
    llvm::sys::path::append(candidate, name);
    if (fs::can_execute(candidate) && !fs::is_directory(candidate))
      return candidate.str().str();
  }
  return "";
}

static llvm::Error checkContent(llvm::StringRef name, llvm::StringRef path) {
  auto start = llvm::MemoryBuffer::getFileSlice(path, 256, 0);
  if (!start)
    return unusable(name, "can't read: " + start.getError().message() +
                              "; make it readable");
  llvm::StringRef bytes = (*start)->getBuffer();
  if (bytes.consume_front("#!")) {
    llvm::StringRef interpreter = bytes.split('\n').first.trim();
    return unusable(name, "this is a script for " + interpreter +
                              "; record the interpreter instead, built with "
                              "-O0 -g: `-- " +
                              interpreter + " " + name + " ...`");
  }
  if (!bytes.starts_with(llvm::ELF::ElfMagic))
    return unusable(name, "not an ELF executable; give the compiled program");
  return llvm::Error::success();
}

/// Returns true if the name of the file is that of a C or C++ source.
static bool isSource(llvm::StringRef path) {
  return llvm::StringSwitch<bool>(llvm::sys::path::extension(path))
      .Cases(".c", ".cc", ".cpp", ".cxx", ".C", ".h", ".hpp", true)
      .Default(false);
}

static llvm::Error refuseSource(llvm::StringRef name) {
  bool isC = llvm::sys::path::extension(name) == ".c";
  llvm::StringRef stem = llvm::sys::path::stem(name);
  return unusable(name, "this is a source file; build the program, as by `" +
                            llvm::Twine(isC ? "clang-19" : "clang++-19") +
                            " -g -O0 " + name + " -o " + stem +
                            "`, and give that: `-- ./" + stem + "`");
}

llvm::Expected<std::string> pinstripe::findProgram(llvm::StringRef name) {
  if (name.empty())
    return llvm::make_error<UsageError>(
        "no program given; put it after `--`: `pinstripe reduce -- ./prog`");
  bool hasSlash = name.contains('/');
  std::string path = hasSlash ? name.str() : searchPath(name);
  if (path.empty() && fs::is_directory(name))
    path = name.str();
  if (isSource(name) && fs::is_regular_file(hasSlash ? path : name.str()))
    return refuseSource(name);
  if (path.empty()) {
    if (fs::exists(name))
      return unusable(name, "not found in PATH; for the file in this folder "
                            "write `./" +
                                name + "`");
    return unusable(name, "not found in PATH; give the path of the program");
  }
  fs::file_status status;
  if (std::error_code error = fs::status(path, status)) {
    if (error == std::errc::no_such_file_or_directory)
      return unusable(name, "no such file; build it, or check the path");
    return unusable(name, error.message() + "; check the path");
  }
  if (fs::is_directory(status))
    return unusable(name, "this is a folder; give the program in it");
  if (!fs::can_execute(path))
    return unusable(name, "not executable; try `chmod +x " +
                              quoteForShell(llvm::StringRef(path)) + "`");
  if (llvm::Error error = checkContent(name, path))
    return error;
  llvm::SmallString<256> absolute(path);
  if (std::error_code error = fs::make_absolute(absolute))
    return unusable(name, error.message());
  llvm::sys::path::remove_dots(absolute, /*remove_dot_dot=*/false);
  return absolute.str().str();
}

/// Returns the names of the symbols that a program exports or imports. If the
/// file can't be read, returns no names, since buildUnitTable will report the
/// error.
static std::set<std::string> dynamicSymbols(const std::string &program) {
  llvm::Expected<llvm::object::OwningBinary<llvm::object::ObjectFile>> file =
      llvm::object::ObjectFile::createObjectFile(program);
  if (!file) {
    // buildUnitTable will read the same file, and report the error.
    llvm::consumeError(file.takeError());
    return {};
  }
  std::set<std::string> names;
  if (auto *elf =
          llvm::dyn_cast<llvm::object::ELFObjectFileBase>(file->getBinary()))
    for (llvm::object::ELFSymbolRef symbol : elf->getDynamicSymbolIterators())
      // A symbol whose name can't be read counts as one with an empty name.
      names.insert(
          llvm::expectedToOptional(symbol.getName()).value_or("").str());
  return names;
}

std::vector<std::string>
pinstripe::terminalFunctions(const std::string &program) {
  std::vector<std::string> found;
  for (const std::string &name : dynamicSymbols(program))
    if (llvm::StringSwitch<bool>(name)
            .Cases("isatty", "ttyname", "tcgetattr", true)
            .Cases("tcsetattr", "initscr", "newterm", true)
            .Cases("readline", "getpass", true)
            .Default(false))
      found.push_back(name);
  return found;
}

bool pinstripe::hasAddressSanitizer(const std::string &program) {
  return dynamicSymbols(program).count("__asan_init") != 0;
}

std::string pinstripe::sourceCacheFolder() {
  auto absolutePath = [](const char *name) -> llvm::StringRef {
    const char *value = std::getenv(name);
    bool isUsable = value && llvm::sys::path::is_absolute(value);
    return isUsable ? value : "";
  };
  llvm::SmallString<128> folder(absolutePath("XDG_CACHE_HOME"));
  if (folder.empty()) {
    folder = absolutePath("HOME");
    if (folder.empty())
      return "";
    llvm::sys::path::append(folder, ".cache");
  }
  llvm::sys::path::append(folder, "pinstripe", "sources");
  return folder.str().str();
}

std::vector<NewerSource> pinstripe::newerSources(const UnitTable &table) {
  std::set<std::pair<ModuleId, FileId>> sources;
  for (const UnitEntry &entry : table.entries)
    sources.emplace(table.moduleOf(entry.address),
                    table.unit(entry.unit).range.file);
  std::vector<NewerSource> result;
  for (auto [module, file] : sources) {
    fs::file_status built, source;
    if (!fs::status(table.module(module).path, built) &&
        !fs::status(table.file(file), source) &&
        source.getLastModificationTime() > built.getLastModificationTime())
      result.push_back({table.displayPath(file), module});
  }
  return result;
}

llvm::Expected<SourceFinder>
pinstripe::createSourceFinder(llvm::ArrayRef<std::string> words) {
  llvm::Expected<std::vector<SourceMapping>> mappings = parseSourceMap(words);
  if (!mappings)
    return mappings.takeError();
  return SourceFinder(std::move(*mappings), currentFolder());
}

void pinstripe::findSources(UnitTable &table, SourceFinder &sources) {
  for (std::string &file : table.files)
    if (!fs::exists(file))
      file = sources.find(file);
}

/// Returns the paths of the source files that contain traced statements but do
/// not exist.
static std::set<std::string> missingSources(const UnitTable &table) {
  std::set<std::string> missing;
  for (const UnitEntry &entry : table.entries) {
    const std::string &file = table.file(table.unit(entry.unit).range.file);
    if (!fs::exists(file))
      missing.insert(file);
  }
  return missing;
}

/// Names the first of `count` sources, and says how many more there are.
static std::string andOthers(const std::string &first, size_t count) {
  if (count == 1)
    return first;
  return first + " and " + counted(count - 1, "other source");
}

/// Returns a sentence about the sources that were found by their names, but not
/// where the debug information says. Returns an empty text if there are no such
/// sources.
static std::string describeMoved(const UnitTable &table,
                                 const SourceFinder &sources) {
  const std::map<std::string, std::string> &moved = sources.foundByName();
  if (moved.empty())
    return "";
  auto [from, to] = *moved.begin();
  bool isOne = moved.size() == 1;
  return andOthers(from, moved.size()) + (isOne ? " is" : " are") +
         " not there; by the name, " + table.displayPath(to) +
         (isOne ? " is" : " and so on are") +
         " read; if these are others, say with --source-map FROM=TO where the "
         "sources are";
}

SourceRemarks pinstripe::remarksOnSources(const UnitTable &table,
                                          const SourceFinder &sources) {
  SourceRemarks remarks{describeMoved(table, sources), ""};
  std::set<std::string> missing = missingSources(table);
  if (missing.empty())
    return remarks;
  const std::string &first = *missing.begin();
  remarks.missing =
      andOthers(first, missing.size()) +
      (missing.size() == 1 ? " is" : " are") +
      " not there, so the lines of statements can't be shown; say where the "
      "sources are with --source-map " +
      llvm::sys::path::parent_path(first).str() + "=FOLDER";
  return remarks;
}

void SourceRemarks::tell(llvm::function_ref<void(llvm::StringRef)> say) const {
  if (!moved.empty())
    say("note: " + moved);
  if (!missing.empty())
    say("warning: " + missing);
}

std::string pinstripe::describeUntraced(const UnitTable &table,
                                        llvm::StringRef program) {
  std::map<llvm::StringRef, size_t> reasons;
  size_t untraced = 0;
  for (const RefusedFunction &refused : table.refused)
    if (refused.mayHoldStatements()) {
      ++untraced;
      ++reasons[refused.reason];
    }
  size_t all = table.functions.size() + untraced;
  if (untraced * 20 <= all)
    return "";
  auto chief = std::max_element(
      reasons.begin(), reasons.end(),
      [](const auto &a, const auto &b) { return a.second < b.second; });
  std::string text = std::to_string(untraced) + " of " +
                     counted(all, "function") + " of " + program.str() +
                     " are not traced, and always run as they are: ";
  if (reasons.size() > 1)
    text += counted(chief->second, "function") + " ";
  return text + chief->first.str() + " (`pinstripe units` has them all)";
}
