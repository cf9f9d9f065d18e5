// Finds the user's LLDB and the plugin that Pinstripe has for it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Debugger.h"
#include "TemporaryFolder.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/Subprocess.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include <unistd.h>

using namespace pinstripe;
namespace fs = llvm::sys::fs;

std::string pinstripe::debuggerVersion() {
  return std::to_string(LLVM_VERSION_MAJOR);
}

static std::string remedy() {
  return "install it with `apt install lldb-" + debuggerVersion() +
         "`, or name it with --lldb";
}

/// Returns the version that `lldb --version` prints, such as "19.1.7". Returns
/// an empty text if the program prints no version or can't be run.
static llvm::Expected<std::string> versionOf(const std::string &debugger) {
  llvm::Expected<TemporaryFolder> folder = TemporaryFolder::create();
  if (!folder)
    return folder.takeError();
  SubprocessSpec spec;
  spec.program = debugger;
  spec.arguments = {"--version"};
  for (char **entry = environ; *entry; ++entry)
    spec.environment.push_back(*entry);
  spec.standardOutput = folder->path() + "/stdout";
  spec.standardError = folder->path() + "/stderr";
  spec.fixedAddresses = false;
  spec.wallLimitSeconds = 60;
  llvm::Expected<SubprocessResult> result = runToEnd(spec);
  if (!result) {
    // A TargetError means that the file can't be run. Then the version is
    // unknown.
    if (llvm::Error other =
            llvm::handleErrors(result.takeError(), [](const TargetError &) {}))
      return other;
    return "";
  }
  // Some releases of Debian print "Debian LLDB version ...", others print "lldb
  // version ...".
  auto [before, version] =
      llvm::StringRef(result->standardOutput).split("lldb version ");
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
    llvm::Expected<std::string> version = versionOf(*path);
    if (!version)
      return version.takeError();
    if (isRightVersion(*version))
      return *path;
    return llvm::make_error<UsageError>(
        "--lldb " + chosen.str() + ": " +
        (version->empty() ? "it is no LLDB" : "it is LLDB " + *version) +
        ", and the plugin is for LLDB " + debuggerVersion());
  }
  std::string other;
  for (const std::string &name :
       {"lldb-" + debuggerVersion(), std::string("lldb")}) {
    auto path = llvm::sys::findProgramByName(name);
    if (!path)
      continue;
    llvm::Expected<std::string> version = versionOf(*path);
    if (!version)
      return version.takeError();
    if (isRightVersion(*version))
      return *path;
    other = *path + " is LLDB " + *version + ", ";
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
  // In a build folder, the plugin is beside the tool. In an installation, it is
  // in a folder for libraries.
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
    // In a command of LLDB, an unescaped backquote begins an expression.
    if (c == '"' || c == '\\' || c == '`')
      quoted += '\\';
    quoted += c;
  }
  return quoted + '"';
}
