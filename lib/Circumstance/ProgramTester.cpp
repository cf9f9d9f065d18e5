// Makes runs of a program with given input and arguments, and judges them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Circumstance/ProgramTester.h"
#include "pinstripe/Case/RunSandbox.h"
#include "pinstripe/Result/TestTally.h"
#include "pinstripe/Support/AtomicFile.h"
#include "pinstripe/Support/DirectoryTree.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <cerrno>
#include <unistd.h>

using namespace pinstripe;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

static llvm::Error makeFolder(llvm::StringRef folder) {
  if (std::error_code code = fs::create_directories(folder))
    return cannotWrite(folder.str(), code.value());
  return llvm::Error::success();
}

static std::string joined(llvm::StringRef folder, llvm::StringRef name) {
  llvm::SmallString<256> whole(folder);
  path::append(whole, name);
  return whole.str().str();
}

llvm::Expected<std::unique_ptr<ProgramRuns>>
ProgramRuns::create(const ProgramSetting &setting, llvm::StringRef name) {
  std::string folder = joined(setting.scratchDirectory, name);
  if (llvm::Error error = removeTree(folder))
    return error;
  if (llvm::Error error = makeFolder(folder))
    return error;
  RunPlace place;
  if (setting.sandbox)
    if (llvm::Error error = confine(place, *setting.sandbox))
      return error;
  std::unique_ptr<ProgramRuns> runs(
      new ProgramRuns(setting, place, std::move(folder)));
  runs->isConfined = setting.sandbox.has_value();
  return runs;
}

/// Makes links in the folder `view` to everything in `folder`, except for the
/// file at the relative path `file`. If the file is in a subfolder, `view` gets
/// a real subfolder for it.
static llvm::Error linkOthers(const std::string &folder,
                              const std::string &view, llvm::StringRef file) {
  if (llvm::Error error = makeFolder(view))
    return error;
  llvm::StringRef own = *path::begin(file);
  std::error_code code;
  for (fs::directory_iterator entry(folder, code, false), end;
       entry != end && !code; entry.increment(code)) {
    llvm::StringRef name = path::filename(entry->path());
    std::string link = joined(view, name);
    if (name != own && ::symlink(entry->path().c_str(), link.c_str()) != 0 &&
        errno != EEXIST)
      return cannotWrite(link, errno);
  }
  if (code)
    return llvm::make_error<UsageError>(folder +
                                        ": can't read: " + code.message());
  llvm::StringRef rest = file.drop_front(own.size()).ltrim('/');
  if (rest.empty())
    return llvm::Error::success();
  // An earlier call, for a file directly in `folder`, may have made a link in
  // place of this subfolder. The link is removed, so that a real subfolder can
  // be made.
  std::string inner = joined(view, own);
  if (fs::is_symlink_file(inner))
    (void)::unlink(inner.c_str());
  return linkOthers(joined(folder, own), inner, rest);
}

/// Makes the working directory of runs without a sandbox. In this folder, runs
/// can get other contents for some files while the user's own files stay as
/// they are.
llvm::Error ProgramRuns::makeView(const Materials &materials) {
  view = joined(ownFolder, "view");
  for (const MaterialFile &file : materials.files)
    if (llvm::Error error =
            linkOthers(launch.workingDirectory, view, file.path))
      return error;
  // In the new folder, a file of `materials` may exist as a link to the user's
  // own file. The link is removed, since runs get this file with another
  // content.
  for (const MaterialFile &file : materials.files) {
    std::string link = joined(view, file.path);
    if (fs::is_symlink_file(link))
      (void)::unlink(link.c_str());
  }
  return llvm::Error::success();
}

llvm::Expected<RunResult> ProgramRuns::make(const Materials &materials,
                                            const std::atomic<bool> &stop) {
  if (!isConfined && !materials.files.empty() && view.empty())
    if (llvm::Error error = makeView(materials))
      return error;
  LaunchSpec made = launch;
  if (materials.arguments)
    made.arguments = *materials.arguments;
  if (materials.environment)
    made.environment = *materials.environment;
  std::vector<ProvidedFile> files;
  for (const MaterialFile &file : materials.files) {
    llvm::StringRef folder = view.empty() ? made.workingDirectory : view;
    std::string place =
        path::is_absolute(file.path) ? file.path : joined(folder, file.path);
    files.push_back({std::move(place), file.content});
  }
  if (!view.empty())
    made.workingDirectory = view;
  return run(made, materials.standardInput.value_or(""), files, stop);
}

/// Makes a run. `input` is its standard input, or a list of actions that are
/// replayed.
llvm::Expected<RunResult> ProgramRuns::run(const LaunchSpec &made,
                                           llvm::StringRef input,
                                           llvm::ArrayRef<ProvidedFile> files,
                                           const std::atomic<bool> &stop) {
  if (!user)
    return runs.make(made, input, files, stop);
  llvm::Expected<std::vector<Action>> actions = parseActions(input, "actions");
  if (!actions)
    return actions.takeError();
  return actionRuns.make(made, *user, *actions, files, stop);
}

llvm::Expected<std::unique_ptr<RunTester>>
ProgramTester::create(const ProgramSetting &setting,
                      const PredicateSpec &predicate, const RunResult &recorded,
                      unsigned lane, const std::atomic<bool> &stop) {
  auto runs = ProgramRuns::create(setting, "lane-" + std::to_string(lane));
  if (!runs)
    return runs.takeError();
  auto judging = createPredicate(predicate, recorded, (*runs)->folder(), &stop);
  if (!judging)
    return judging.takeError();
  return std::unique_ptr<RunTester>(
      new ProgramTester(std::move(*runs), std::move(*judging), recorded));
}

TestedRun pinstripe::testedRun(Outcome outcome, const RunResult &result) {
  TestedRun tested;
  tested.outcome = outcome;
  if (outcome == Outcome::Unresolved)
    tested.cause = nameOf(causeOf(result.ending));
  tested.ending = describeEnding(result.ending);
  tested.seconds = result.seconds;
  return tested;
}

llvm::Expected<TestedRun>
ProgramTester::test(const Materials &materials,
                    const std::atomic<bool> &givenUp) {
  llvm::Expected<RunResult> result = runs->make(materials, givenUp);
  if (result.errorIsA<InterruptedError>()) {
    llvm::consumeError(result.takeError());
    return TestedRun();
  }
  if (!result)
    return result.takeError();
  llvm::Expected<Outcome> outcome = judge(*predicate, recorded, *result);
  if (!outcome)
    return outcome.takeError();
  return testedRun(*outcome, *result);
}
