// Finds the command line with which a source was compiled, to parse it again.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Source/CompileFlags.h"
#include "Source/ParseOptions.h"

#include "clang/Basic/Version.h"
#include "clang/Tooling/CompilationDatabase.h"
#include "clang/Tooling/JSONCompilationDatabase.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <dlfcn.h>

using clang::tooling::CompilationDatabase;
using clang::tooling::JSONCompilationDatabase;

namespace pinstripe {

namespace {

std::string folderOf(llvm::StringRef path) {
  return llvm::sys::path::parent_path(path).str();
}

std::string realPath(const llvm::Twine &path) {
  llvm::SmallString<256> real;
  if (llvm::sys::fs::real_path(path, real))
    return path.str();
  return std::string(real);
}

/// Returns true if the brackets of a JSON text are not nested deeply. LLVM's
/// JSON parser calls itself for each bracket that opens, so deep nesting would
/// exhaust the stack.
bool isShallow(llvm::StringRef text) {
  constexpr unsigned maxDepth = 64;
  unsigned depth = 0;
  for (size_t i = 0; i < text.size() && depth <= maxDepth; ++i) {
    if (text[i] == '"')
      // Skips a string of the JSON text, since a string may contain brackets.
      while (++i < text.size() && text[i] != '"')
        i += text[i] == '\\';
    else if (text[i] == '[' || text[i] == '{')
      ++depth;
    else if ((text[i] == ']' || text[i] == '}') && depth > 0)
      --depth;
  }
  return depth <= maxDepth;
}

bool isJSON(llvm::StringRef text) {
  return isShallow(text) && llvm::expectedToOptional(llvm::json::parse(text));
}

/// Returns true for a compiler option that parsing does not need and whose
/// value is the next word of the command line. The option and its value can be
/// dropped.
bool takesUselessValue(llvm::StringRef argument) {
  return llvm::is_contained({"-o", "-MF", "-MT", "-MQ", "-MJ", "-dumpbase",
                             "-dumpdir", "-dumpbase-ext", "-aux-info", "-specs",
                             "-wrapper", "-Xlinker", "-Xassembler",
                             "--serialize-diagnostics"},
                            argument);
}

bool beginsWith(llvm::StringRef argument,
                std::initializer_list<llvm::StringRef> prefixes) {
  return llvm::any_of(prefixes, [&](llvm::StringRef prefix) {
    return argument.starts_with(prefix);
  });
}

bool isUseless(llvm::StringRef argument) {
  return llvm::is_contained({"-c", "-S", "-E", "-M", "-MM", "-MD", "-MMD",
                             "-MP", "-MG", "-pipe", "-v", "-pg", "-p",
                             "-fsyntax-only", "-###", "--coverage"},
                            argument) ||
         (argument.starts_with("-W") && !argument.starts_with("-Wp,")) ||
         beginsWith(argument,
                    {"-o", "-g", "-MF", "-MT", "-l", "-L", "-save-temps",
                     "-fplugin", "-fdump-", "-fdiagnostics", "-flto",
                     "-frecord-gcc-switches", "-fprofile", "-fsanitize",
                     "-specs="});
}

/// Returns the folders in which the headers of a compilation unit may lie,
/// likeliest first. The folders are used if the unit's command line is unknown.
/// They are put at the end of the include path, so that a header in another
/// folder is preferred.
std::vector<std::string> likelyFolders(const CompilationUnit &unit) {
  std::vector<std::string> folders{folderOf(unit.mainFile), unit.directory};
  llvm::append_range(folders, unit.includeDirectories);
  // The parents and grandparents of the folders found so far are added, too: a
  // source in the folder `module` may include its own headers as <module/x.h>.
  for (size_t i = 0, count = folders.size(); i < count; ++i) {
    folders.push_back(folderOf(folders[i]));
    folders.push_back(folderOf(folders.back()));
  }
  std::vector<std::string> unique;
  for (const std::string &folder : folders)
    if (folder.size() > 1 && !llvm::StringRef(folder).starts_with("/usr") &&
        !llvm::is_contained(unique, folder))
      unique.push_back(folder);
  return unique;
}

/// Returns the GNU variant of a compilation unit's language standard, "gnu11"
/// for "c11"; empty if the standard is unknown.
std::string gnuStandard(const CompilationUnit &unit) {
  llvm::StringRef standard = unit.standard;
  if (standard.starts_with("gnu"))
    return standard.str();
  if (unit.isCxx)
    return standard.consume_front("c++") ? "gnu++" + standard.str() : "";
  return standard.consume_front("c") ? "gnu" + standard.str() : "";
}

/// Returns the language standard that gcc names in DW_AT_producer, for example
/// "gnu++17" for "GNU C++17 12.2.0 ...". The attribute DW_AT_language does not
/// help here, because DWARF 5 has no value for C++17.
std::string standardFromProducer(llvm::StringRef producer) {
  if (!producer.consume_front("GNU C"))
    return "";
  std::string prefix = producer.consume_front("++") ? "gnu++" : "gnu";
  llvm::StringRef digits =
      producer.take_while([](char c) { return llvm::isDigit(c); });
  return digits.size() == 2 ? prefix + digits.str() : "";
}

/// Returns the language standards to try, one after the other, for a
/// compilation unit whose command line is unknown. In DWARF 4 and 5 clang never
/// names a newer standard than C++14. So if the debug information names C++14,
/// the newer standards are tried first. The result is not used if the compiler
/// has recorded a -std= flag.
std::vector<std::string> standardsFor(const CompilationUnit &unit) {
  std::vector<std::string> standards;
  auto add = [&](const std::string &standard) {
    if (!standard.empty() && !llvm::is_contained(standards, standard))
      standards.push_back(standard);
  };
  add(standardFromProducer(unit.producer));
  std::string recorded = gnuStandard(unit);
  if (unit.isCxx) {
    if (recorded != "gnu++14")
      add(recorded);
    for (const char *standard : {"gnu++17", "gnu++20", "gnu++23", "gnu++14"})
      add(standard);
  } else {
    add(recorded);
    for (const char *standard : {"gnu17", "gnu89"})
      add(standard);
  }
  return standards;
}

/// Returns sets of options for a compilation unit whose command line is
/// unknown. The caller tries one set after the other. A project that uses
/// autoconf has a file config.h, and its sources must be parsed with
/// -DHAVE_CONFIG_H. The debug information does not tell whether this option was
/// given, so the sets with this option come first. The empty set comes last.
std::vector<std::vector<std::string>>
configurations(const CompilationUnit &unit) {
  std::vector<std::vector<std::string>> variants;
  for (const std::string &folder :
       {unit.directory, folderOf(unit.directory), folderOf(unit.mainFile)}) {
    std::string header = folder + "/config.h";
    if (!llvm::sys::fs::exists(header))
      continue;
    variants.push_back({"-DHAVE_CONFIG_H", "-idirafter", folder});
    variants.push_back({"-DHAVE_CONFIG_H", "-include", header});
    break;
  }
  variants.emplace_back();
  return variants;
}

CompileCommand guessedCommand(const CompilationUnit &unit,
                              const std::string &standard,
                              const std::vector<std::string> &configuration) {
  CompileCommand command{unit.directory, {}, likelyFolders(unit)};
  command.arguments = {"-x", unit.isCxx ? "c++" : "c"};
  llvm::append_range(command.arguments, flagsFromProducer(unit.producer));
  if (!standard.empty())
    command.arguments.push_back("-std=" + standard);
  llvm::append_range(command.arguments, configuration);
  for (const std::string &folder : command.userFolders) {
    command.arguments.push_back("-idirafter");
    command.arguments.push_back(folder);
  }
  addParseOptions(command.arguments);
  command.arguments.push_back(unit.mainFile);
  return command;
}

std::vector<CompileCommand> guessedCommands(const CompilationUnit &unit) {
  std::vector<std::string> standards = standardsFor(unit);
  for (llvm::StringRef flag : flagsFromProducer(unit.producer))
    if (flag.starts_with("-std=") || flag == "-ansi")
      standards = {""}; // The standard is among the flags, so none is added.
  std::vector<std::vector<std::string>> variants = configurations(unit);
  std::vector<CompileCommand> commands;
  for (const std::vector<std::string> &variant : variants)
    commands.push_back(guessedCommand(unit, standards.front(), variant));
  for (const std::string &standard : llvm::drop_begin(standards))
    commands.push_back(guessedCommand(unit, standard, variants.front()));
  return commands;
}

} // namespace

void addParseOptions(std::vector<std::string> &arguments) {
  std::vector<std::string> options;
  if (const std::string &resources = clangResourceDirectory();
      !resources.empty()) {
    options.push_back("-resource-dir");
    options.push_back(resources);
  }
  for (const char *option :
       {"-w", "-Wno-everything", "-ferror-limit=0", "-fbracket-depth=100000",
        "-fno-color-diagnostics", "-fno-caret-diagnostics",
        "-Wno-unknown-warning-option", "-fsyntax-only"})
    options.push_back(option);
  arguments.insert(llvm::find(arguments, "--"), options.begin(), options.end());
}

std::vector<std::string> flagsFromProducer(const std::string &producer) {
  llvm::SmallVector<llvm::StringRef> words;
  llvm::StringRef(producer).split(words, ' ', -1, false);
  std::vector<std::string> flags;
  for (llvm::StringRef word : words)
    if (word == "-ansi" ||
        beginsWith(word,
                   {"-std=", "-funsigned-", "-fsigned-", "-fno-exceptions",
                    "-fno-rtti", "-fms-extensions", "-fshort-", "-fpermissive",
                    "-fchar8_t", "-fno-char8_t", "-fopenmp", "-fcoroutines",
                    "-fgnu89-inline", "-fno-builtin", "-ffreestanding",
                    "-faligned-new", "-fsized-"}))
      flags.push_back(word.str());
  return flags;
}

std::vector<std::string>
withoutOutputs(const std::vector<std::string> &commandLine) {
  std::vector<std::string> remaining;
  size_t i = commandLine.empty() ? 0 : 1;
  // The name of the compiler at the beginning of the command line is skipped.
  // If a launcher stands before that name, as in `ccache gcc ...`, it is
  // skipped as well.
  llvm::StringSet<> launchers{"ccache", "distcc", "sccache", "icecc",
                              "libtool"};
  if (!commandLine.empty() &&
      launchers.contains(llvm::sys::path::filename(commandLine[0])))
    while (i < commandLine.size() &&
           !llvm::StringRef(commandLine[i]).starts_with("-") &&
           llvm::sys::path::extension(commandLine[i]).empty())
      ++i;
  for (; i < commandLine.size(); ++i) {
    llvm::StringRef argument = commandLine[i];
    if (takesUselessValue(argument)) {
      ++i;
      continue;
    }
    if (!isUseless(argument))
      remaining.push_back(argument.str());
  }
  return remaining;
}

static std::string findResourceDirectory() {
  std::vector<std::string> libraryFolders;
  // Clang's own headers, such as stddef.h, are looked for near the library that
  // contains Clang's code.
  Dl_info library;
  void *symbol = reinterpret_cast<void *>(&clang::getClangFullVersion);
  if (dladdr(symbol, &library) && library.dli_fname) {
    libraryFolders.push_back(folderOf(library.dli_fname));
    libraryFolders.push_back(folderOf(realPath(library.dli_fname)));
  }
  if (auto program =
          llvm::sys::findProgramByName("clang-" CLANG_VERSION_MAJOR_STRING))
    libraryFolders.push_back(folderOf(folderOf(realPath(*program))) + "/lib");
  libraryFolders.push_back("/usr/lib");
  const std::string version = CLANG_VERSION_MAJOR_STRING;
  for (const std::string &folder : libraryFolders)
    for (const std::string &candidate :
         {folder + "/clang/" + version,
          folder + "/llvm-" + version + "/lib/clang/" + version,
          folderOf(folder) + "/llvm-" + version + "/lib/clang/" + version})
      if (llvm::sys::fs::exists(candidate + "/include/stddef.h"))
        return realPath(candidate);
  return "";
}

const std::string &clangResourceDirectory() {
  // Finding the folder of Clang's own headers takes a millisecond, and each
  // parse needs it. So it is looked for only once.
  static const std::string directory = findResourceDirectory();
  return directory;
}

CompileFlags::CompileFlags(std::string databaseFolder, std::string programPath)
    : databaseFolder(std::move(databaseFolder)),
      programFolder(folderOf(programPath)) {}

CompileFlags::~CompileFlags() = default;

const CompilationDatabase *CompileFlags::databaseIn(const std::string &folder) {
  auto [found, isNew] = databases.try_emplace(folder);
  if (!isNew)
    return found->second.get();
  auto text = llvm::MemoryBuffer::getFile(folder + "/compile_commands.json");
  // A damaged compile_commands.json counts as missing. The file is checked here
  // because Clang's reader would print a message.
  if (!text || !isJSON((*text)->getBuffer()))
    return nullptr;
  std::string error;
  if (auto database = JSONCompilationDatabase::loadFromBuffer(
          (*text)->getBuffer(), error,
          clang::tooling::JSONCommandLineSyntax::Gnu))
    found->second = clang::tooling::expandResponseFiles(
        std::move(database), llvm::vfs::createPhysicalFileSystem());
  return found->second.get();
}

std::vector<CompileCommand>
CompileFlags::fromDatabase(const CompilationUnit &unit) {
  std::vector<std::string> places;
  if (!databaseFolder.empty()) {
    places.push_back(databaseFolder);
  } else {
    if (!unit.module.empty())
      places.push_back(folderOf(unit.module));
    places.push_back(programFolder);
    for (std::string folder = folderOf(unit.mainFile); folder.size() > 1;
         folder = folderOf(folder))
      places.push_back(folder);
  }
  std::vector<CompileCommand> commands;
  for (const std::string &place : places) {
    const CompilationDatabase *database = databaseIn(place);
    if (!database)
      continue;
    auto recorded = database->getCompileCommands(unit.mainFile);
    for (const clang::tooling::CompileCommand &command : recorded) {
      CompileCommand ours{command.Directory,
                          withoutOutputs(command.CommandLine),
                          {folderOf(unit.mainFile), command.Directory}};
      addParseOptions(ours.arguments);
      // Several commands may have compiled the same source. The command that
      // ran in the folder of this compilation unit is the one that compiled the
      // unit, so it is tried first.
      bool isThis = realPath(command.Directory) == realPath(unit.directory);
      commands.insert(isThis ? commands.begin() : commands.end(),
                      std::move(ours));
    }
    if (!commands.empty())
      break;
  }
  return commands;
}

std::vector<CompileCommand>
CompileFlags::commandsFor(const CompilationUnit &unit) {
  std::vector<CompileCommand> commands = fromDatabase(unit);
  // The guessed command lines come last. If compile_commands.json is out of
  // date, one of them may work although no recorded command line does.
  llvm::append_range(commands, guessedCommands(unit));
  return commands;
}

} // namespace pinstripe
