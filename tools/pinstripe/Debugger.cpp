// Finds the user's LLDB and the plugin that Pinstripe has for it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Debugger.h"
#include "pinstripe/Support/Error.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

using namespace pinstripe;
namespace fs = llvm::sys::fs;

/// The major version of the LLDB for which the plugin is built. Plugins of LLDB
/// can't be loaded into another version.
static std::string debuggerVersion() {
  return std::to_string(LLVM_VERSION_MAJOR);
}

static std::string remedy() {
  return "install it with `apt install lldb-" + debuggerVersion() +
         "`, or name it with --lldb";
}

/// Returns the version that `lldb --version` prints, such as "19.1.7"; empty if
/// it prints none.
static std::string versionOf(const std::string &debugger) {
  llvm::SmallString<128> file;
  if (fs::createTemporaryFile("pinstripe-lldb", "txt", file))
    return "";
  auto remove = llvm::make_scope_exit([&] { (void)fs::remove(file); });
  std::optional<llvm::StringRef> streams[] = {llvm::StringRef(""), file.str(),
                                              llvm::StringRef("")};
  constexpr unsigned maxSeconds = 60;
  llvm::sys::ExecuteAndWait(debugger, {debugger, "--version"},
                            /*Env=*/std::nullopt, streams, maxSeconds);
  auto text = llvm::MemoryBuffer::getFile(file);
  if (!text)
    return "";
  // Debian prints "Debian LLDB version ..." in some releases, others do not.
  auto [before, version] = (*text)->getBuffer().split("lldb version ");
  return version.take_while([](char c) { return llvm::isDigit(c) || c == '.'; })
      .str();
}

static bool isRightVersion(llvm::StringRef version) {
  return version.split('.').first == debuggerVersion();
}

llvm::Expected<std::string> pinstripe::findDebugger(llvm::StringRef chosen) {
  if (!chosen.empty()) {
    auto path = llvm::sys::findProgramByName(chosen);
    if (!path)
      return llvm::make_error<UsageError>("--lldb " + chosen.str() + ": " +
                                          path.getError().message());
    std::string version = versionOf(*path);
    if (isRightVersion(version))
      return *path;
    return llvm::make_error<UsageError>(
        "--lldb " + chosen.str() + ": " +
        (version.empty() ? "it is no LLDB" : "it is LLDB " + version) +
        ", and the plugin is for LLDB " + debuggerVersion());
  }
  std::string other;
  for (const std::string &name :
       {"lldb-" + debuggerVersion(), std::string("lldb")}) {
    auto path = llvm::sys::findProgramByName(name);
    if (!path)
      continue;
    std::string version = versionOf(*path);
    if (isRightVersion(version))
      return *path;
    other = *path + " is LLDB " + version + ", ";
  }
  return llvm::make_error<UsageError>(
      (other.empty()
           ? "there is no LLDB in PATH, "
           : other + "and the plugin is for LLDB " + debuggerVersion() + ": ") +
      remedy());
}

llvm::Expected<std::string> pinstripe::findPlugin() {
  std::string tool = fs::getMainExecutable(nullptr, nullptr);
  llvm::StringRef folder = llvm::sys::path::parent_path(tool);
  // The plugin is beside the tool where both are built, and in a folder for
  // libraries where they are installed.
  for (const char *place : {".", "../lib/pinstripe/lldb",
                            "../" PINSTRIPE_LIBDIR "/pinstripe/lldb"}) {
    llvm::SmallString<256> path(folder);
    llvm::sys::path::append(path, place, "pinstripe-lldb.so");
    llvm::SmallString<256> real;
    if (!fs::real_path(path, real))
      return real.str().str();
  }
  return llvm::make_error<UsageError>(
      "pinstripe-lldb.so is not beside " + tool +
      "; build it with `ninja pinstripe_lldb`, or install it");
}

std::string pinstripe::quoteForLLDB(llvm::StringRef word) {
  std::string quoted = "\"";
  for (char c : word) {
    // An unescaped backquote would begin an expression of LLDB.
    if (c == '"' || c == '\\' || c == '`')
      quoted += '\\';
    quoted += c;
  }
  return quoted + '"';
}
