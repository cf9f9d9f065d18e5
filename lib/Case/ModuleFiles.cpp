// Finds the library files that the option --module names.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Case/ModuleFiles.h"
#include "pinstripe/Support/DirectoryTree.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/ShellQuote.h"
#include "pinstripe/Support/Subprocess.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace pinstripe;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace {

/// A library that the dynamic loader lists.
struct Library {
  std::string name;     ///< The name by which the program asks for the library.
  std::string location; ///< The path at which the loader has found the library.
  std::string file;     ///< The path of the library without symbolic links.
};

/// Finds the libraries of one program by their names.
class ModuleFinder {
public:
  explicit ModuleFinder(const LaunchSpec &launch) : launch(launch) {}

  llvm::Error listLibraries(llvm::StringRef forWhich);
  llvm::Expected<std::string> find(llvm::StringRef name) const;
  llvm::ArrayRef<Library> all() const { return libraries; }

private:
  llvm::Expected<std::string> loader(llvm::StringRef forWhich) const;
  llvm::Expected<std::string> findFile(llvm::StringRef name) const;
  llvm::Expected<std::string> findName(llvm::StringRef name) const;
  llvm::Expected<std::string> checked(llvm::StringRef name,
                                      const Library &library) const;
  llvm::Error notLoaded(llvm::StringRef name, llvm::StringRef file) const;

  const LaunchSpec &launch;
  std::vector<Library> libraries;
};

} // namespace

static llvm::Error unusableModule(llvm::StringRef name,
                                  const llvm::Twine &why) {
  return llvm::make_error<TargetError>(name + ": " + why);
}

static std::string realPath(llvm::StringRef name) {
  llvm::SmallString<256> resolved;
  return fs::real_path(name, resolved) ? "" : resolved.str().str();
}

/// Returns the path of the program's dynamic loader (PT_INTERP); empty if it
/// has none.
static llvm::Expected<std::string> interpreterOf(const std::string &program) {
  auto file = llvm::object::ObjectFile::createObjectFile(program);
  if (!file)
    return file.takeError();
  auto *elf =
      llvm::dyn_cast<llvm::object::ELF64LEObjectFile>(file->getBinary());
  if (!elf)
    return std::string();
  auto headers = elf->getELFFile().program_headers();
  if (!headers)
    return headers.takeError();
  llvm::StringRef bytes = file->getBinary()->getData();
  for (const auto &header : *headers)
    if (header.p_type == llvm::ELF::PT_INTERP)
      return bytes.substr(header.p_offset, header.p_filesz)
          .split('\0')
          .first.str();
  return std::string();
}

llvm::Expected<std::string>
ModuleFinder::loader(llvm::StringRef forWhich) const {
  llvm::Expected<std::string> interpreter = interpreterOf(launch.program);
  if (!interpreter)
    return unusableModule(launch.program,
                          llvm::toString(interpreter.takeError()));
  if (interpreter->empty())
    return unusableModule(
        forWhich, launch.program + " is linked statically and loads no "
                                   "libraries; link it without -static, or "
                                   "leave out --module");
  return interpreter;
}

/// Parses a line of the dynamic loader's list of libraries. The loaders of
/// glibc and musl write "\tNAME => PATH (0xADDRESS)", or "\tPATH (0xADDRESS)"
/// if the program asks for the library by its path.
static std::optional<Library> parseLine(llvm::StringRef line) {
  line = line.trim();
  size_t address = line.rfind(" (0x");
  if (address == llvm::StringRef::npos)
    return std::nullopt;
  line = line.take_front(address);
  auto [name, location] = line.split(" => ");
  if (location.empty())
    location = name;
  // The vDSO is listed without a path: the kernel provides this library, and it
  // has no file.
  if (!location.contains('/'))
    return std::nullopt;
  return Library{name.str(), location.str(), realPath(location)};
}

/// Asks the program's dynamic loader for the list of libraries. So Pinstripe
/// does not need rules of its own for search paths, preloaded libraries and the
/// cache of the loader.
llvm::Error ModuleFinder::listLibraries(llvm::StringRef forWhich) {
  llvm::Expected<std::string> interpreter = loader(forWhich);
  if (!interpreter)
    return interpreter.takeError();
  llvm::Expected<TemporaryDirectory> folder = TemporaryDirectory::create();
  if (!folder)
    return folder.takeError();
  SubprocessSpec spec;
  spec.program = *interpreter;
  spec.arguments = {"--list", launch.program};
  spec.environment = launch.environment;
  spec.standardOutput = folder->file("stdout");
  spec.standardError = folder->file("stderr");
  spec.workingDirectory = launch.workingDirectory;
  llvm::Expected<SubprocessResult> result = runToEnd(spec);
  if (!result)
    return result.takeError();
  if (result->ending != SubprocessResult::Ending::Exited || result->status != 0)
    return unusableModule(
        launch.program,
        "its libraries can't be loaded: " +
            llvm::StringRef(result->standardError).trim() +
            "; say where they are with --env LD_LIBRARY_PATH=DIR");
  for (llvm::StringRef line : llvm::split(result->standardOutput, '\n'))
    if (std::optional<Library> library = parseLine(line))
      libraries.push_back(std::move(*library));
  return llvm::Error::success();
}

llvm::Error ModuleFinder::notLoaded(llvm::StringRef name,
                                    llvm::StringRef file) const {
  std::string assignment =
      "LD_PRELOAD=" + (file.empty() ? "/PATH/" + name : file).str();
  return unusableModule(
      name, "not loaded when " + launch.program +
                " starts, and what it loads later can't be traced; link "
                "it with the library, or give --env " +
                quoteForShell(llvm::StringRef(assignment)));
}

/// Returns the file of a library. Returns an error if the loader has found the
/// file by a relative path: runs happen in a copy of the user's folder, where a
/// relative path would lead to another file.
llvm::Expected<std::string>
ModuleFinder::checked(llvm::StringRef name, const Library &library) const {
  if (!path::is_absolute(library.location))
    return unusableModule(
        name, "is found relative to this folder (" + library.location +
                  "), and runs happen in a copy of it; link it by an "
                  "absolute path or with -rpath, or give --env "
                  "LD_LIBRARY_PATH=DIR with an absolute folder");
  if (library.file.empty())
    return unusableModule(name, "can't read " + library.location);
  return library.file;
}

llvm::Expected<std::string> ModuleFinder::findFile(llvm::StringRef name) const {
  std::string file = realPath(name);
  if (file.empty())
    return llvm::make_error<UsageError>(
        name + ": no such file; build it, or check the path");
  if (file == realPath(launch.program))
    return llvm::make_error<UsageError>(
        name + ": the program itself is traced anyway; leave out --module");
  for (const Library &library : libraries)
    if (library.file == file)
      return checked(name, library);
  for (const Library &library : libraries)
    if (path::filename(library.name) == path::filename(name) ||
        path::filename(library.file) == path::filename(file))
      return unusableModule(name,
                            launch.program + " loads " + library.location +
                                " instead; name that, or let it find this one "
                                "with --env LD_LIBRARY_PATH=" +
                                path::parent_path(file));
  return notLoaded(name, file);
}

/// Returns true if `-lname` on the command line of a linker can mean `file`, as
/// `-lfoo` means `libfoo.so.1`.
static bool isLinkName(llvm::StringRef name, llvm::StringRef file) {
  return file.consume_front("lib") && file.consume_front(name) &&
         file.consume_front(".so") && (file.empty() || file[0] == '.');
}

llvm::Expected<std::string> ModuleFinder::findName(llvm::StringRef name) const {
  for (const Library &library : libraries)
    if (library.name == name || path::filename(library.location) == name ||
        path::filename(library.file) == name ||
        isLinkName(name, path::filename(library.location)))
      return checked(name, library);
  return notLoaded(name, realPath(name));
}

llvm::Expected<std::string> ModuleFinder::find(llvm::StringRef name) const {
  if (name.empty())
    return llvm::make_error<UsageError>(
        "--module: give the name or path of a library");
  return name.contains('/') ? findFile(name) : findName(name);
}

llvm::Expected<std::vector<std::string>>
pinstripe::findModules(llvm::ArrayRef<std::string> names,
                       const LaunchSpec &launch) {
  std::vector<std::string> files;
  if (names.empty())
    return files;
  ModuleFinder finder(launch);
  if (llvm::Error error = finder.listLibraries(names.front()))
    return error;
  for (const std::string &name : names) {
    llvm::Expected<std::string> file = finder.find(name);
    if (!file)
      return file.takeError();
    if (!llvm::is_contained(files, *file))
      files.push_back(std::move(*file));
  }
  return files;
}

llvm::Expected<std::vector<std::string>>
pinstripe::loadedLibraries(const LaunchSpec &launch) {
  std::vector<std::string> files;
  llvm::Expected<std::string> interpreter = interpreterOf(launch.program);
  if (!interpreter)
    return unusableModule(launch.program,
                          llvm::toString(interpreter.takeError()));
  if (interpreter->empty())
    return files;
  ModuleFinder finder(launch);
  if (llvm::Error error = finder.listLibraries(launch.program))
    return error;
  for (const Library &library : finder.all())
    files.push_back(library.file);
  return files;
}
