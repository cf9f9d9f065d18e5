// Defines debugger commands that run the tool on the program being debugged.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ToolCommands.h"
#include "Tool.h"
#include "pinstripe/Support/Error.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <set>
#include <unistd.h>

using namespace pinstripe;
using Words = PluginCommand::Words;
namespace fs = llvm::sys::fs;

namespace {

/// The program in the debugger, described in words for the tool's command line.
struct DebuggedProgram {
  /// The options `--stdin` and `--env` that pass the debugger's settings on to
  /// the tool. A setting that the debugger does not have yields no option.
  std::vector<std::string> options = {};
  /// The program and its arguments.
  std::vector<std::string> command = {};
  std::string folder = {}; ///< Absolute path of the working directory.
};

} // namespace

/// Returns the values of a setting of the debugger.
static std::vector<std::string> settingOf(lldb::SBDebugger &debugger,
                                          const char *name) {
  lldb::SBStringList values = lldb::SBDebugger::GetInternalVariableValue(
      name, debugger.GetInstanceName());
  std::vector<std::string> result;
  for (size_t i = 0; i < values.GetSize(); ++i) {
    // Removes the quotes that LLDB puts around paths.
    llvm::StringRef value = values.GetStringAtIndex(i);
    if (value.size() >= 2 && value.front() == '"' && value.back() == '"')
      value = value.drop_front().drop_back();
    result.push_back(value.str());
  }
  return result;
}

/// Returns the environment variables that the user has added or changed in
/// LLDB: those that LLDB's own environment lacks or has with other values.
static std::vector<std::string> addedVariables(lldb::SBTarget &target) {
  std::set<std::string> own;
  for (char **each = environ; *each; ++each)
    own.insert(*each);
  lldb::SBStringList all = target.GetEnvironment().GetEntries();
  std::set<std::string> added;
  for (size_t i = 0; i < all.GetSize(); ++i)
    if (!own.count(all.GetStringAtIndex(i)))
      added.insert(all.GetStringAtIndex(i));
  return {added.begin(), added.end()};
}

/// Returns the path of the program as a user would type it in the folder
/// `folder`: "./prog" if the program is in this folder, otherwise the absolute
/// path.
static std::string typedIn(llvm::StringRef folder, llvm::StringRef program) {
  llvm::StringRef rest = program;
  if (rest.consume_front(folder) && rest.consume_front("/"))
    return "./" + rest.str();
  return program.str();
}

static std::string absolutePath(llvm::StringRef path, llvm::StringRef folder) {
  llvm::SmallString<256> absolute(path);
  fs::make_absolute(folder, absolute);
  llvm::sys::path::remove_dots(absolute);
  return absolute.str().str();
}

static llvm::Expected<DebuggedProgram>
debuggedProgram(lldb::SBDebugger &debugger) {
  lldb::SBTarget target = debugger.GetSelectedTarget();
  char path[4096] = "";
  if (target.IsValid())
    target.GetExecutable().GetPath(path, sizeof path);
  if (!*path)
    return llvm::make_error<UsageError>(
        "no program is being debugged; name one with `target create PROGRAM`");
  DebuggedProgram program;
  lldb::SBLaunchInfo info = target.GetLaunchInfo();
  llvm::SmallString<256> present;
  if (std::error_code code = fs::current_path(present))
    return llvm::make_error<UsageError>("this folder: " + code.message());
  const char *folder = info.GetWorkingDirectory();
  program.folder =
      folder && *folder ? absolutePath(folder, present) : present.str().str();
  program.command.push_back(typedIn(program.folder, path));
  for (uint32_t i = 0; i < info.GetNumArguments(); ++i)
    program.command.push_back(info.GetArgumentAtIndex(i));
  for (const std::string &input : settingOf(debugger, "target.input-path"))
    if (!input.empty())
      program.options.insert(program.options.end(),
                             {"--stdin", absolutePath(input, present)});
  for (const std::string &each : addedVariables(target))
    program.options.insert(program.options.end(), {"--env", each});
  return program;
}

/// Returns the case directory that the option -o in `words` names. Without -o,
/// returns the tool's default.
static std::string caseDirectoryIn(llvm::ArrayRef<std::string> words) {
  for (size_t i = 0; i + 1 < words.size(); ++i)
    if (words[i] == "-o")
      return words[i + 1];
  return CaseDirectory::defaultName.str();
}

/// Runs the tool with the verb `verb`. If the debugger's program is that of the
/// current case, the tool works on this case; otherwise it records the
/// debugger's program as a new case. Then the case on which the tool has worked
/// becomes the current case.
static llvm::Error runVerb(const std::string &verb, Replayer &replayer,
                           const Words &given, llvm::raw_ostream &stream) {
  if (llvm::is_contained(given, "--"))
    return llvm::make_error<UsageError>(
        "the program is the one that is being debugged; leave out what is "
        "after `--`");
  Words words = {verb};
  llvm::append_range(words, given);
  lldb::SBDebugger &debugger = replayer.debugger();
  ReplaySession *session = replayer.openSession();
  std::string folder, caseDirectory;
  bool isRecorded = session && !llvm::is_contained(given, "-o") &&
                    debugger.GetSelectedTarget() == session->target();
  if (isRecorded) {
    caseDirectory = session->recorded().directory.path();
    words.insert(words.end(), {"-o", caseDirectory});
  } else {
    llvm::Expected<DebuggedProgram> program = debuggedProgram(debugger);
    if (!program)
      return program.takeError();
    llvm::append_range(words, program->options);
    words.push_back("--");
    llvm::append_range(words, program->command);
    folder = program->folder;
    caseDirectory = absolutePath(caseDirectoryIn(given), folder);
  }
  lldb::SBFile terminal = debugger.GetOutputFile();
  llvm::Expected<int> status =
      runTool(words, folder, /*withMessages=*/true, [&](llvm::StringRef text) {
        size_t written = 0;
        terminal.Write(reinterpret_cast<const uint8_t *>(text.data()),
                       text.size(), &written);
        terminal.Flush();
      });
  if (!status)
    return status.takeError();
  if (*status != 0)
    return llvm::make_error<UsageError>("pinstripe " + verb +
                                        " ended with exit status " +
                                        std::to_string(*status));
  // `slice` does not change the recorded case, so a partial execution of this
  // case in the debugger can go on.
  if (isRecorded && verb == "slice")
    return llvm::Error::success();
  RecordOptions options;
  options.caseDirectory = std::move(caseDirectory);
  replayer.choose(std::move(options));
  if (verb == "reduce")
    stream << "`pinstripe next` starts a run of what is kept\n";
  return llvm::Error::success();
}

void pinstripe::addToolCommands(lldb::SBCommand &pinstripe,
                                Replayer &replayer) {
  auto add = [&](const char *verb, const char *help) {
    std::string syntax = std::string("pinstripe ") + verb + " [OPTIONS]";
    PluginCommand::Work work =
        [verb = std::string(verb)](Replayer &replayer, const Words &words,
                                   llvm::raw_ostream &stream) {
          return runVerb(verb, replayer, words, stream);
        };
    pinstripe.AddCommand(verb, new PluginCommand(replayer, std::move(work)),
                         help, syntax.c_str());
  };
  add("reduce", "Record the program that is being debugged, with its arguments "
                "and input, and find what its output needs. Takes the options "
                "of `pinstripe reduce`.");
  add("slice", "Follow the output of the program that is being debugged back "
               "to what it was made of. Takes the options of `pinstripe "
               "slice`.");
  add("locate", "List the lines of the program that is being debugged that "
                "are to be read first when its output is wrong. Takes the "
                "options of `pinstripe locate`.");
}
