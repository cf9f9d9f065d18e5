//===- Lanes.cpp - How many partial executions at once --------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pinstripe/Driver/Lanes.h"
#include "Containment.h"
#include "pinstripe/Driver/MemoryNeeds.h"
#include "pinstripe/Support/DirectoryTree.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/Memory.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Threading.h"
#include <algorithm>

using namespace pinstripe;

namespace {

/// What a lane has on disk; goes with the lane.
class LaneFolder {
public:
  static llvm::Expected<std::shared_ptr<LaneFolder>>
  create(const CaseDirectory &directory, unsigned number) {
    std::string path =
        directory.scratchDirectory() + "/lane-" + std::to_string(number);
    // Left by a tool that was killed.
    if (llvm::Error error = removeTree(path))
      return error;
    if (std::error_code code = llvm::sys::fs::create_directory(path))
      return llvm::make_error<FileError>("can't create " + path + ": " +
                                         code.message());
    auto folder = std::shared_ptr<LaneFolder>(new LaneFolder(path));
    auto work = PrivateDirectory::another(directory, path + "/work");
    if (!work)
      return work.takeError();
    folder->work = std::make_unique<PrivateDirectory>(std::move(*work));
    return folder;
  }
  ~LaneFolder() {
    // The scratch folder goes with the next recording anyway.
    llvm::consumeError(removeTree(path));
  }

  const std::string path;
  std::unique_ptr<PrivateDirectory> work;

private:
  explicit LaneFolder(std::string path) : path(std::move(path)) {}
};

} // namespace

/// Lanes with views of their own need no place on disk.
static llvm::Error contain(Lane &lane, const RecordedCase &recorded) {
  if (llvm::Error error =
          createSandbox(recorded.sandbox).moveInto(lane.launch.sandbox))
    return error;
  lane.prepareRun = [sandbox = lane.launch.sandbox] {
    return sandbox->prepareRun();
  };
  return llvm::Error::success();
}

static llvm::Error giveFolder(Lane &lane, const RecordedCase &recorded,
                              unsigned number) {
  auto folder = LaneFolder::create(recorded.directory, number);
  if (!folder)
    return folder.takeError();
  lane.launch.privateView = (*folder)->work->path();
  lane.prepareRun = [folder = *folder] { return folder->work->refresh(); };
  return llvm::Error::success();
}

static llvm::Expected<Lane> makeLane(const RecordedCase &recorded,
                                     const LaunchSpec &launch,
                                     unsigned number) {
  llvm::Expected<ChosenEngine> engine =
      createEngine(recorded.engine.description.name, recorded.table);
  if (!engine)
    return engine.takeError();
  Lane lane;
  lane.launch = launch;
  lane.engine = std::move(engine->engine);
  if (llvm::Error error = launch.sandbox ? contain(lane, recorded)
                                         : giveFolder(lane, recorded, number))
    return error;
  return lane;
}

/// Why runs of this case can't go on side by side; empty: they can.
static std::string whyOneLane(const RecordedCase &recorded) {
  if (recorded.launch.sandbox)
    return "";
  if (recorded.workingDirectory.isInPlace())
    return "all runs happen in this folder itself";
  if (!recorded.engine.engine->canUsePrivateView())
    return "the " + recorded.engine.description.name +
           " engine can't show each run its own copy of this folder here";
  return "";
}

/// As many lanes as there is memory for.
static unsigned lanesInMemory(unsigned wanted, const Trace &trace) {
  uint64_t available = availableMemory();
  uint64_t each = laneMemory(trace.size(), trace.allInvocations().size());
  if (available == 0 || each == 0 || wanted <= available / each)
    return wanted;
  return std::max<uint64_t>(1, available / each);
}

LaneChoice pinstripe::chooseLanes(const RecordedCase &recorded,
                                  const LaunchSpec &launch,
                                  const LaneOptions &options,
                                  const std::atomic<bool> &stop) {
  auto say = [say = options.say](const llvm::Twine &text) {
    if (say)
      say(text.str());
  };
  unsigned processors =
      std::max(1u, llvm::hardware_concurrency().compute_thread_count());
  LaneChoice choice;
  choice.atOnce = options.lanes.has_value();
  unsigned wanted = options.lanes.value_or(std::min(processors, options.most));
  // A session of LLDB keeps a processor and a half busy, and memory.
  bool isDebugger = recorded.engine.description.name == "lldb";
  if (wanted == 1 || (isDebugger && !options.lanes))
    return choice;
  std::string reason = whyOneLane(recorded);
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
  // Those that share a processor take longer.
  own.wallLimitSeconds *= (wanted + processors - 1) / processors;
  choice.factory = [&recorded, own](unsigned number) {
    return makeLane(recorded, own, number);
  };
  return choice;
}
