// Copies the files that arguments name, so that the copies can be reduced.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Explain/MovedInputs.h"
#include "pinstripe/Support/AtomicFile.h"
#include "pinstripe/Support/ResultFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace pinstripe;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

/// Returns a path for a copy of the file `original`. The path is in the folder
/// of the copies, and no other copy has the same path.
std::string MovedInputs::freeNameFor(llvm::StringRef original) const {
  std::vector<std::string> taken;
  for (const NamedFile &copy : copies)
    taken.push_back(copy.path);
  return freeResultPath(folder + "/" + path::filename(original).str(), taken);
}

MovedInputs::MovedInputs(const LaunchSpec &launch, const std::string &folder)
    : folder(folder), standardInput(launch.standardInput),
      theArguments(launch.arguments) {
  std::vector<NamedFile> originals = namedFiles(launch.arguments);
  llvm::erase_if(originals,
                 [](const NamedFile &file) { return file.content.empty(); });
  for (const NamedFile &original : originals) {
    std::string copy = freeNameFor(original.path);
    copies.push_back({copy, original.content});
    for (std::string &argument : theArguments) {
      if (argument == original.path)
        argument = copy;
      auto [name, value] = llvm::StringRef(argument).split('=');
      if (value == original.path)
        argument = name.str() + "=" + copy;
    }
  }
}

llvm::Error MovedInputs::check(llvm::ArrayRef<std::string> inputs) const {
  std::vector<std::string> paths;
  for (const NamedFile &copy : copies)
    paths.push_back(copy.path);
  if (!standardInput.empty())
    paths.push_back(freeNameFor(standardInput));
  for (const std::string &path : paths)
    if (llvm::Error error = checkResultFile("--inputs " + folder, path, inputs,
                                            "name another folder"))
      return error;
  return llvm::Error::success();
}

llvm::Error MovedInputs::makeCopies() {
  for (const NamedFile &copy : copies)
    if (llvm::Error error = write(copy.path, copy.content).takeError())
      return error;
  return llvm::Error::success();
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
