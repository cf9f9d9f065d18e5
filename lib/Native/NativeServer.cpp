//===- NativeServer.cpp - The tool's end of a fork server -----------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NativeServer.h"
#include "HangWatch.h"
#include "RuntimeImage.h"
#include "pinstripe/Native/NativeEngine.h"
#include "llvm/Support/Errno.h"
#include <algorithm>
#include <cerrno>
#include <climits>
#include <csignal>
#include <linux/futex.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace pinstripe;
using native::ServerControl;
using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

/// Preparing takes milliseconds; a machine that swaps can take longer.
static constexpr Clock::duration startLimit = 30s;
/// From the kill of a child to the server's answer.
static constexpr Clock::duration killLimit = 10s;
/// How often a wait looks whether the other side is still there.
static constexpr std::chrono::nanoseconds period = 20ms;
/// At most 80; Runtime/Dispatch.cpp knows what is in it.
static constexpr uint64_t bytesPerActivation = 96;

char ServerLost::ID = 0;

static uint32_t load(const uint32_t &word) {
  return __atomic_load_n(&word, __ATOMIC_ACQUIRE);
}

//===----------------------------------------------------------------------===//
// Start
//===----------------------------------------------------------------------===//

void NativeServer::addCommonRegions(TargetMemory &memory) {
  using Kind = TargetRegion::Kind;
  constexpr uint32_t data = PROT_READ | PROT_WRITE;
  // First: failures of everything else are told here.
  TargetRegion slots;
  slots.address = native::serverSlotsAddress;
  slots.size = uint64_t(2) * native::serverSlots * native::pageSize;
  slots.protection = data;
  memory.add(slots);
  TargetRegion state;
  state.address = native::runStateAddress;
  state.size = native::pageSize;
  state.protection = data;
  state.aliasOf = native::serverSlotsAddress;
  state.offset = native::pageSize;
  memory.add(state);
  auto addAnonymous = [&](uint64_t address, uint64_t size) {
    TargetRegion region;
    region.address = address;
    region.size = size;
    region.protection = data;
    region.kind = Kind::Anonymous;
    memory.add(region);
  };
  TargetRegion image;
  image.address = native::runtimeBase;
  image.size = runtimeImage().size();
  image.content = runtimeImage();
  image.isInjected = true;
  memory.add(image);
  addAnonymous(native::processStateAddress, native::pageSize);
  addAnonymous(native::activationsAddress,
               native::maximumActivations * bytesPerActivation);
}

NativeServer::NativeServer(pid_t pid, std::unique_ptr<TargetMemory> memory,
                           Janitor &janitor)
    : pid(pid), sharedMemory(std::move(memory)), janitor(janitor) {}

NativeServer::~NativeServer() { end(); }

/// Maps a part of the memory file, or the image, before there is a runtime
/// that could.
static llvm::Error mapInTarget(TracedLaunch &launch, uint64_t address,
                               uint64_t size, uint64_t protection,
                               uint64_t offset) {
  llvm::Expected<int64_t> place = launch.systemCall(
      SYS_mmap, {address, size, protection, MAP_SHARED | MAP_FIXED_NOREPLACE,
                 TracedLaunch::memoryFileNumber, offset});
  if (!place)
    return place.takeError();
  if (static_cast<uint64_t>(*place) == address)
    return llvm::Error::success();
  int error = *place < 0 ? static_cast<int>(-*place) : EEXIST;
  return llvm::make_error<NativeRefusal>(
      "can't map memory into the program at 0x" +
      llvm::Twine::utohexstr(address) + ": " + llvm::sys::StrError(error));
}

/// From here on the janitor ends the process, what it keeps as orphans first;
/// dying with our thread would set those free.
static llvm::Expected<pid_t> release(TracedLaunch &launch) {
  llvm::Expected<int64_t> result =
      launch.systemCall(SYS_prctl, {PR_SET_PDEATHSIG, 0, 0, 0, 0, 0});
  if (!result)
    return result.takeError();
  return launch.detachAt(runtimeHeader().bootstrap);
}

llvm::Expected<std::unique_ptr<NativeServer>>
NativeServer::start(TracedLaunch &launch, std::unique_ptr<TargetMemory> memory,
                    Janitor &janitor) {
  uint64_t imageOffset = memory->offsetOf(native::runtimeBase);
  llvm::Error error = mapInTarget(launch, native::setupAddress,
                                  memory->setupSize(), PROT_READ, 0);
  if (!error)
    error = mapInTarget(launch, native::runtimeBase, runtimeImage().size(),
                        PROT_READ | PROT_EXEC, imageOffset);
  if (error)
    return error;
  pid_t launched = launch.processId();
  janitor.watch(launched);
  llvm::Expected<pid_t> pid = release(launch);
  if (!pid) {
    janitor.forget(launched);
    return pid.takeError();
  }
  std::unique_ptr<NativeServer> server(
      new NativeServer(*pid, std::move(memory), janitor));
  if (llvm::Error failed = server->connect())
    return failed;
  return server;
}

llvm::Error NativeServer::connect() {
  auto pages = sharedMemory->view(native::serverSlotsAddress);
  if (!pages)
    return pages.takeError();
  slots = *pages;
  select(0);
  return awaitFirstReply();
}

void NativeServer::select(uint32_t slot) {
  selected = slot;
  uint8_t *pages = slots.data() + uint64_t(slot) * 2 * native::pageSize;
  controlPage = reinterpret_cast<ServerControl *>(pages);
  runState =
      reinterpret_cast<const native::RunState *>(pages + native::pageSize);
  liveState = reinterpret_cast<const native::LiveState *>(
      pages + native::pageSize +
      (native::liveStateAddress - native::runStateAddress));
}

llvm::Error NativeServer::awaitFirstReply() {
  Clock::time_point deadline = Clock::now() + startLimit;
  while (!waitForReply(0, period)) {
    if (!isAlive())
      return lost();
    if (Clock::now() >= deadline)
      return llvm::make_error<EngineError>(
          "the program under test does not answer after it was prepared; try "
          "--engine lldb");
  }
  if (controlPage->failure == 0)
    return llvm::Error::success();
  int error = static_cast<int>(controlPage->failure);
  std::string reason = llvm::sys::StrError(error);
  if (controlPage->failedCall == SYS_mprotect)
    return llvm::make_error<NativeRefusal>(
        "the system does not let programs change their code: " + reason);
  return llvm::make_error<NativeRefusal>(
      "can't prepare the program under test: " + reason);
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

template <size_t Size>
static bool copyPath(const std::string &path, char (&place)[Size]) {
  if (path.size() >= Size)
    return false;
  std::memcpy(place, path.c_str(), path.size() + 1);
  return true;
}

llvm::Error NativeServer::writeRequest(const LaunchSpec &spec,
                                       const OutputPaths &outputs) {
  const std::string &input =
      spec.standardInput.empty() ? "/dev/null" : spec.standardInput;
  // From a checkpoint on, the program is where it has gone.
  std::string folder = selected == 0 ? spec.workingDirectory : "";
  if (!copyPath(folder, controlPage->workingDirectory) ||
      !copyPath(input, controlPage->standardInput) ||
      !copyPath(outputs.standardOutput, controlPage->standardOutput) ||
      !copyPath(outputs.standardError, controlPage->standardError))
    return llvm::make_error<NativeRefusal>(
        "the path of a file is too long for it");
  controlPage->eventLimit = spec.eventLimit < mostEvents ? spec.eventLimit : 0;
  controlPage->outputLimit = spec.outputLimitBytes;
  std::copy(changes.begin(), changes.end(), controlPage->changes);
  controlPage->checkpointEvent = checkpointEvent;
  controlPage->changeCount = static_cast<uint32_t>(changes.size());
  return llvm::Error::success();
}

void NativeServer::send(native::Command command) {
  controlPage->operation = command;
  __atomic_add_fetch(&controlPage->command, 1, __ATOMIC_RELEASE);
  ::syscall(SYS_futex, &controlPage->command, FUTEX_WAKE, 1, nullptr, nullptr,
            0);
}

llvm::Expected<ChildResult> NativeServer::run(const LaunchSpec &spec,
                                              const OutputFiles &outputs,
                                              Listener listener,
                                              uint32_t slot) {
  select(slot);
  if (llvm::Error error =
          writeRequest(spec, {outputs.standardOutput, outputs.standardError}))
    return error;
  uint32_t before = load(controlPage->reply);
  send(native::Command::Run);
  llvm::Expected<ChildResult> result = awaitEnd(spec, before, listener);
  if (watchedChild != 0)
    janitor.forget(std::exchange(watchedChild, 0));
  if (!result)
    return result;
  if (pid != 0 && controlPage->failure != 0)
    return failureOf(spec);
  return result;
}

llvm::Expected<ChildResult> NativeServer::awaitEnd(const LaunchSpec &spec,
                                                   uint32_t before,
                                                   Listener listener) {
  ChildResult result;
  Clock::time_point begin = Clock::now();
  Clock::time_point deadline =
      begin + std::chrono::duration_cast<Clock::duration>(
                  std::chrono::duration<double>(spec.wallLimitSeconds));
  HangWatch hangs(spec);
  bool isEnding = false;
  auto endChild = [&] {
    killChild();
    isEnding = true;
    deadline = Clock::now() + killLimit;
  };
  for (;;) {
    bool isWanted = isEnding || listener();
    if (waitForReply(before, std::min<std::chrono::nanoseconds>(
                                 period, deadline - Clock::now())))
      break;
    if (!isSelectedAlive())
      return lost();
    if (!isWanted) {
      result.wasStopped = true;
      endChild();
    } else if (!isEnding &&
               hangs.isHanging(static_cast<pid_t>(load(controlPage->child)))) {
      result.timedOut = result.isHanging = true;
      endChild();
    } else if (Clock::now() >= deadline && !isEnding) {
      result.timedOut = true;
      endChild();
    } else if (Clock::now() >= deadline) {
      // The program has stopped its server: the result is what it was.
      end();
      return result;
    }
    // Only those that take a while: telling the janitor takes time, too.
    pid_t child = static_cast<pid_t>(load(controlPage->child));
    if (watchedChild == 0 && child != 0 && Clock::now() - begin > period)
      janitor.watch(watchedChild = child);
  }
  result.status = static_cast<int>(controlPage->status);
  result.crashPC = controlPage->crashPC;
  result.processorMicroseconds = controlPage->processorMicroseconds;
  result.state = *runState;
  result.live = *liveState;
  return result;
}

bool NativeServer::waitForReply(uint32_t before,
                                std::chrono::nanoseconds limit) const {
  if (load(controlPage->reply) != before)
    return true;
  if (limit <= 0ns)
    return false;
  timespec timeout{limit / 1s, (limit % 1s).count()};
  ::syscall(SYS_futex, &controlPage->reply, FUTEX_WAIT, before, &timeout,
            nullptr, 0);
  return load(controlPage->reply) != before;
}

void NativeServer::killChild() {
  pid_t child = static_cast<pid_t>(load(controlPage->child));
  if (child <= 1)
    return;
  // Its number may be another's by now.
  std::optional<ProcessStatus> status = readStatus(child);
  pid_t parent = selected == 0 ? pid : checkpoints[selected];
  if (!status || status->parent != parent)
    return;
  ::kill(-child, SIGKILL);
  ::kill(child, SIGKILL);
}

/// What the child could not do before it became the program.
llvm::Error NativeServer::failureOf(const LaunchSpec &spec) const {
  std::string reason =
      llvm::sys::StrError(static_cast<int>(controlPage->failure));
  switch (controlPage->failedCall) {
  case SYS_chdir:
    return llvm::make_error<UsageError>("can't start " + spec.program + " in " +
                                        spec.workingDirectory + ": " + reason);
  case SYS_openat:
    return llvm::make_error<UsageError>("can't start " + spec.program +
                                        " with its standard files (input " +
                                        spec.standardInput + "): " + reason);
  default:
    return llvm::make_error<EngineError>(
        "can't start a run of " + spec.program + ": " + reason +
        " (system call " + llvm::Twine(controlPage->failedCall) + ")");
  }
}

//===----------------------------------------------------------------------===//
// Checkpoints
//===----------------------------------------------------------------------===//

llvm::Expected<pid_t> NativeServer::makeCheckpoint(uint32_t slot,
                                                   const LaunchSpec &spec,
                                                   const OutputPaths &outputs) {
  select(slot);
  uint32_t firstReply = load(controlPage->reply);
  select(0);
  if (llvm::Error error = writeRequest(spec, outputs))
    return error;
  controlPage->slot = slot;
  uint32_t before = load(controlPage->reply);
  send(native::Command::MakeCheckpoint);
  llvm::Expected<ChildResult> result =
      awaitEnd(spec, before, [] { return true; });
  if (watchedChild != 0)
    janitor.forget(std::exchange(watchedChild, 0));
  if (!result)
    return result.takeError();
  if (pid == 0 || controlPage->failure != 0 || !controlPage->isServer)
    return 0;
  checkpoints[slot] = static_cast<pid_t>(controlPage->child);
  select(slot);
  // It has nothing to do but to say so.
  if (waitForReply(firstReply, killLimit))
    return checkpoints[slot];
  dropCheckpoint(slot);
  return 0;
}

void NativeServer::dropCheckpoint(uint32_t slot) {
  // Its parent, the first server, buries it.
  if (checkpoints[slot] > 1)
    ::kill(std::exchange(checkpoints[slot], 0), SIGKILL);
}

//===----------------------------------------------------------------------===//
// The end
//===----------------------------------------------------------------------===//

/// A checkpoint that is gone may not be buried yet.
static bool isRunning(pid_t process) {
  std::string text = readProcessFile(process, "stat");
  // After the name, which may hold anything but ends at the last bracket.
  llvm::StringRef rest = llvm::StringRef(text).rsplit(')').second.ltrim();
  return !rest.empty() && !rest.starts_with("Z") && !rest.starts_with("X");
}

bool NativeServer::isSelectedAlive() {
  return isAlive() && (selected == 0 || isRunning(checkpoints[selected]));
}

bool NativeServer::isAlive() {
  if (pid == 0)
    return false;
  pid_t ended = ::waitpid(pid, &lastStatus, WNOHANG);
  if (ended == 0 || (ended < 0 && errno == EINTR))
    return true;
  janitor.forget(std::exchange(pid, 0));
  return false;
}

llvm::Error NativeServer::lost() {
  // The child is traced by the server and ends with it; what the child has
  // started does not.
  if (pid_t child = static_cast<pid_t>(load(controlPage->child)); child > 1)
    ::kill(-child, SIGKILL);
  return llvm::make_error<ServerLost>(lastStatus);
}

void NativeServer::end() {
  if (pid == 0)
    return;
  killChild();
  ::kill(-pid, SIGKILL);
  while (::waitpid(pid, &lastStatus, 0) < 0 && errno == EINTR)
    ;
  janitor.forget(std::exchange(pid, 0));
}
