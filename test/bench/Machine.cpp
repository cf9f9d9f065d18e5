// Describes the machine on which the benchmark runs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Machine.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include <sys/utsname.h>
#include <thread>

using namespace pinstripe::bench;

static std::string processorName() {
  auto text = llvm::MemoryBuffer::getFileAsStream("/proc/cpuinfo");
  if (!text)
    return "unknown processor";
  for (llvm::StringRef line : llvm::split((*text)->getBuffer(), '\n'))
    if (line.consume_front("model name"))
      return line.ltrim("\t :").str();
  return "unknown processor";
}

/// Returns the first line that `compiler --version` prints.
static std::string versionOf(llvm::StringRef compiler) {
  auto path = llvm::sys::findProgramByName(compiler);
  llvm::SmallString<128> output;
  if (!path ||
      llvm::sys::fs::createTemporaryFile("pinstripe-bench", "txt", output))
    return "no " + compiler.str();
  std::optional<llvm::StringRef> redirects[] = {"", output.str(), ""};
  llvm::sys::ExecuteAndWait(*path, {compiler, "--version"}, std::nullopt,
                            redirects);
  auto text = llvm::MemoryBuffer::getFile(output);
  std::string line =
      text ? (*text)->getBuffer().split('\n').first.str() : compiler.str();
  llvm::sys::fs::remove(output);
  return line;
}

std::string pinstripe::bench::describeMachine() {
  utsname system{};
  uname(&system);
  std::string text = processorName() + ", " +
                     std::to_string(std::thread::hardware_concurrency()) +
                     " cores, " + system.sysname + " " + system.release + "; " +
                     versionOf("clang-19") + "; " + versionOf("gcc") + "; ";
#ifdef NDEBUG
  return text + "release build";
#else
  return text + "build with assertions: not for quoting";
#endif
}
