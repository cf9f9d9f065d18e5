// Chooses how many partial executions are made at once.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A partial execution is a run that skips some events. An event is one
// execution of a statement. A lane is a thread that makes runs with an engine
// of its own.

#include "pinstripe/Case/Lanes.h"
#include "pinstripe/Case/RunSandbox.h"
#include "pinstripe/Store/PrivateDirectory.h"
#include "pinstripe/Support/AvailableMemory.h"
#include "pinstripe/Support/ChildProcess.h"
#include "pinstripe/Support/DirectoryTree.h"
#include "pinstripe/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Threading.h"
#include <algorithm>

using namespace pinstripe;

/// Makes the working directory of a lane (a thread that makes runs) that has no
/// sandbox. The folder is removed together with the lane.
static llvm::Error giveFolder(RunPlace &place, const RecordedCase &recorded,
                              unsigned number) {
  std::string path =
      recorded.directory.scratchDirectory() + "/lane-" + std::to_string(number);
  // An earlier Pinstripe process that was killed may have left a folder of this
  // name.
  if (llvm::Error error = removeTree(path))
    return error;
  if (std::error_code code = llvm::sys::fs::create_directory(path))
    return llvm::make_error<FileError>("can't create " + path + ": " +
                                       code.message());
  std::shared_ptr<void> remover(nullptr, [path](void *) {
    // If the folder can't be removed, that does no harm: the next recording
    // removes the scratch folder, in which this folder lies.
    llvm::consumeError(removeTree(path));
  });
  auto made = PrivateDirectory::another(recorded.directory, path + "/work");
  if (!made)
    return made.takeError();
  auto work = std::make_shared<PrivateDirectory>(std::move(*made));
  place.privateView = work->path();
  place.prepare = [work, remover] { return work->refresh(); };
  return llvm::Error::success();
}

static llvm::Expected<Lane> makeLane(const RecordedCase &recorded,
                                     llvm::StringRef engineName,
                                     const LaunchSpec &launch,
                                     unsigned number) {
  llvm::Expected<ChosenEngine> engine =
      createEngine(engineName, recorded.table);
  if (!engine)
    return engine.takeError();
  RunPlace place;
  place.checkRoom = [&recorded] { return recorded.directory.checkRoom(); };
  if (llvm::Error error = recorded.isConfined()
                              ? confine(place, recorded.sandbox)
                              : giveFolder(place, recorded, number))
    return error;
  Lane lane;
  lane.launch = place.launchHere(launch);
  lane.runner =
      std::make_unique<CaseRunner>(std::move(*engine), std::move(place));
  return lane;
}

/// Returns a text which says why only one run of this case can be made at a
/// time; empty if several runs can be made at once.
static std::string whyOneLane(const RecordedCase &recorded,
                              const CaseRunner &runner) {
  if (recorded.isConfined())
    return "";
  if (recorded.runsInPlace)
    return "all runs happen in this folder itself";
  if (!runner.engine().traits().honoursPrivateView || !canHavePrivateViews())
    return "the " + runner.engineDescription().name +
           " engine can't show each run its own copy of this folder here";
  return "";
}

/// Returns for how many lanes (threads that make runs) there is enough memory,
/// but not more than `wanted`.
static unsigned lanesInMemory(unsigned wanted, const Trace &trace) {
  uint64_t available = availableMemory();
  uint64_t each = laneMemory(trace.size(), trace.allInvocations().size());
  if (available == 0 || each == 0 || wanted <= available / each)
    return wanted;
  return std::max<uint64_t>(1, available / each);
}

void LaneSource::note(llvm::StringRef why,
                      const std::function<void(llvm::StringRef)> &say) {
  if (say && told.insert(why.str()).second)
    say("note: one run less at a time: " + why.str());
}

/// Chooses one lane (a thread that makes runs) of this process, and all lanes
/// of other processes that `options.others` offers. If it offers none, only one
/// run at a time is made. `launch` says how this process starts its runs.
static LaneChoice withOthers(const RunnableCase &runnable,
                             const LaunchSpec &launch,
                             const LaneOptions &options) {
  const std::shared_ptr<LaneSource> &others = options.others;
  LaneChoice choice;
  choice.lanes = 1 + others->lanes();
  if (choice.lanes == 1)
    return choice;
  choice.lanesHere = 1;
  choice.atOnce = true;
  choice.stop = &runnable.stop;
  choice.refused = [others, say = options.say](llvm::StringRef why) {
    others->note(why, say);
  };
  choice.abandon = [others] { others->abandon(); };
  choice.factory = [&recorded = runnable.recorded, launch, others,
                    name = runnable.runner.engineDescription().name](
                       unsigned number) -> llvm::Expected<Lane> {
    if (number == 1)
      return makeLane(recorded, name, launch, number);
    return others->make(launch, number - 2);
  };
  others->offer(runnable);
  return choice;
}

LaneChoice pinstripe::chooseLanes(const RunnableCase &runnable,
                                  const LaunchSpec &launch,
                                  const LaneOptions &options) {
  const auto &[recorded, runner, stop, deadline] = runnable;
  auto say = [say = options.say](const llvm::Twine &text) {
    if (say)
      say(text.str());
  };
  if (options.others)
    return withOthers(runnable, launch, options);
  unsigned processors =
      std::max(1u, llvm::hardware_concurrency().compute_thread_count());
  LaneChoice choice;
  choice.atOnce = options.lanes.has_value();
  unsigned wanted = options.lanes.value_or(std::min(processors, options.max));
  // One lane with the LLDB engine keeps one and a half processors busy and
  // needs much memory. So there is only one, unless the user asks for more.
  bool isDebugger = runner.engine().traits().isDebugger;
  if (wanted == 1 || (isDebugger && !options.lanes))
    return choice;
  std::string reason = whyOneLane(recorded, runner);
  if (!reason.empty()) {
    if (options.lanes)
      say("note: one partial execution at a time: " + reason);
    return choice;
  }
  choice.lanes = lanesInMemory(wanted, recorded.trace);
  if (choice.lanes != wanted)
    say("note: " + llvm::Twine(choice.lanes) + " of " + llvm::Twine(wanted) +
        " partial executions at a time: there is no memory for more");
  if (choice.lanes == 1)
    return choice;
  choice.stop = &stop;
  choice.refused = [say](llvm::StringRef why) {
    say("note: one partial execution less at a time: " + why);
  };
  LaunchSpec own = launch;
  // If several lanes share a processor, each run takes longer. So the time
  // limit of a run is longer, too.
  own.wallLimitSeconds *= (wanted + processors - 1) / processors;
  choice.factory = [&recorded = recorded, own,
                    name = runner.engineDescription().name](unsigned number) {
    return makeLane(recorded, name, own, number);
  };
  return choice;
}
