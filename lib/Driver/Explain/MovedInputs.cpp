// Copies the files that arguments name, so that the copies can be reduced.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Explain/MovedInputs.h"
#include "pinstripe/Support/AtomicFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace pinstripe;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

/// Returns a path in the folder of the copies for a copy of the file
/// `original`. If another copy already has the name of the file, a number is
/// put in front of the name.
std::string MovedInputs::freeNameFor(llvm::StringRef original) const {
  std::string name = path::filename(original).str();
  auto isTaken = [&](const std::string &candidate) {
    return llvm::any_of(
        copies, [&](const NamedFile &copy) { return copy.path == candidate; });
  };
  std::string candidate = folder + "/" + name;
  for (unsigned number = 2; isTaken(candidate); ++number)
    candidate = folder + "/" + std::to_string(number) + "-" + name;
  return candidate;
}

llvm::Expected<MovedInputs> MovedInputs::create(const LaunchSpec &launch,
                                                const std::string &folder) {
  MovedInputs moved;
  moved.folder = folder;
  moved.standardInput = launch.standardInput;
  moved.theArguments = launch.arguments;
  std::vector<NamedFile> originals = namedFiles(launch.arguments);
  llvm::erase_if(originals,
                 [](const NamedFile &file) { return file.content.empty(); });
  for (const NamedFile &original : originals) {
    std::string copy = moved.freeNameFor(original.path);
    moved.copies.push_back({copy, original.content});
    for (std::string &argument : moved.theArguments) {
      if (argument == original.path)
        argument = copy;
      auto [name, value] = llvm::StringRef(argument).split('=');
      if (value == original.path)
        argument = name.str() + "=" + copy;
    }
    // A file must exist at the path of the copy, so that each run of the search
    // can be given a file with other content at this path.
    if (llvm::Error error = moved.write(copy, original.content).takeError())
      return error;
  }
  return moved;
}

llvm::Expected<std::string> MovedInputs::write(const std::string &copy,
                                               const std::string &content) {
  if (std::error_code code = fs::create_directories(folder))
    return cannotWrite(folder, code.value());
  std::string file = copy;
  if (copy.empty()) {
    file = freeNameFor(standardInput);
    copies.push_back({file, content});
  }
  if (llvm::Error error = writeFileAtomically(file, content))
    return error;
  return file;
}

void MovedInputs::remove() {
  for (const NamedFile &copy : copies)
    fs::remove(copy.path);
  if (!folder.empty())
    fs::remove(folder);
}
