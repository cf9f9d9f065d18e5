// Fuzzes the reader of compile_commands.json.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Fuzzing.h"
#include "Source/CompileFlags.h"
#include "llvm/Support/FileSystem.h"

using namespace pinstripe;
using namespace pinstripe::fuzzing;

namespace {

/// A folder whose compile_commands.json is a file in memory.
class DatabaseFolder {
public:
  DatabaseFolder() {
    require(!llvm::sys::fs::createUniqueDirectory("fuzz", folder));
    require(!llvm::sys::fs::create_link(file.path(), database()));
  }
  ~DatabaseFolder() { llvm::sys::fs::remove_directories(folder); }

  void write(llvm::StringRef bytes) const { file.write(bytes); }
  std::string path() const { return folder.str().str(); }

private:
  std::string database() const { return path() + "/compile_commands.json"; }

  llvm::SmallString<128> folder;
  FileInMemory file;
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const DatabaseFolder folder;
  folder.write(textOf(data, size));
  CompilationUnit unit;
  unit.directory = "/src/build";
  unit.mainFile = "/src/main.c";
  unit.producer = "clang version 19";
  CompileFlags flags(folder.path(), "/src/build/program");
  // The commands of the database come first. The guessed commands after them
  // are not checked.
  for (const CompileCommand &command : flags.commandsFor(unit))
    require(!command.arguments.empty());
  return 0;
}
