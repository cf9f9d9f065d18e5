// A program that runs in a pseudo terminal, with the screen that it has drawn.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TerminalProgram.h"
#include "PlainRun.h"
#include "pinstripe/Case/TerminalRuns.h"
#include "pinstripe/Execution/RunOutput.h"
#include "llvm/Support/Errno.h"
#include <algorithm>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

using namespace pinstripe;
using End = SubprocessResult::Ending;

static FileDescriptor copyOf(int descriptor) {
  return FileDescriptor(::fcntl(descriptor, F_DUPFD_CLOEXEC, 3));
}

/// Returns the environment of a program in a terminal.
static std::vector<std::string> environmentFor(const LaunchSpec &launch,
                                               const TerminalSetting &setting) {
  std::vector<std::string> environment = launch.environment;
  auto addUnlessThere = [&](const std::string &name, const std::string &value) {
    bool isThere = llvm::any_of(environment, [&](llvm::StringRef each) {
      return each.starts_with(name + "=");
    });
    if (!isThere)
      environment.push_back(name + "=" + value);
  };
  addUnlessThere("TERM", setting.type);
  // Programs with curses wait for so many milliseconds after an Escape, to see
  // whether more follows. A key comes as a whole, so the wait can be short.
  addUnlessThere("ESCDELAY", "25");
  llvm::sort(environment);
  return environment;
}

llvm::Expected<std::unique_ptr<TerminalProgram>>
TerminalProgram::start(const LaunchSpec &launch, const TerminalSetting &setting,
                       const RunPlace &place, const std::atomic<bool> &stop) {
  LaunchSpec here = place.launchHere(launch);
  SubprocessSpec spec;
  spec.program = here.program;
  spec.argument0 = here.argument0;
  spec.arguments = here.arguments;
  spec.environment = environmentFor(here, setting);
  spec.workingDirectory = here.visitedDirectory();
  spec.sandbox = place.sandbox ? &place.sandbox->entry() : nullptr;
  spec.fileLimitBytes = largestFile(launch);
  auto terminal = PseudoTerminal::open(setting.columns, setting.rows);
  if (!terminal)
    return terminal.takeError();
  ChildStreams streams{copyOf(terminal->programEnd()),
                       copyOf(terminal->programEnd()),
                       copyOf(terminal->programEnd())};
  if (place.sandbox)
    place.sandbox->nameNextProcess(Sandbox::NextProcess::Run);
  auto program = SupervisedProgram::start(spec, streams);
  if (!program)
    return program.takeError();
  return std::unique_ptr<TerminalProgram>(new TerminalProgram(
      std::move(*program), std::move(*terminal), launch, setting, stop));
}

std::string TerminalProgram::pump() {
  std::string output = terminal.takeOutput();
  if (output.empty())
    return output;
  written.write(output);
  writtenBytes += output.size();
  theScreen.write(output);
  std::string replies = theScreen.takeReplies();
  if (!replies.empty())
    (void)terminal.type(replies);
  return output;
}

void TerminalProgram::waitForEvent(int milliseconds, int userInput) {
  struct pollfd waitFor[] = {{terminal.userEnd(), POLLIN, 0},
                             {userInput, POLLIN, 0}};
  (void)::poll(waitFor, 2, milliseconds);
}

bool TerminalProgram::isOver() {
  if (hasEnded || forced != End::Exited)
    return true;
  if (program.waitFor(0)) {
    hasEnded = true;
    return true;
  }
  if (stop.load())
    forced = End::Interrupted;
  else if (writtenBytes > launch.outputLimitBytes)
    forced = End::OutputLimit;
  else if (launch.wallLimitSeconds > 0 &&
           stopwatch.seconds() >= launch.wallLimitSeconds)
    forced = End::TimedOut;
  // To check the other limits takes longer than most actions.
  constexpr double checkSeconds = 0.05;
  if (forced == End::Exited && stopwatch.seconds() >= nextLimitCheck) {
    nextLimitCheck = stopwatch.seconds() + checkSeconds;
    // The supervisor of the program is a process of ours.
    excess = monitor.excess(program.processId(), /*tracer=*/0,
                            /*ownProcesses=*/1);
    if (excess)
      forced = End::Stopped;
  }
  return forced != End::Exited;
}

bool TerminalProgram::isStill() {
  terminal.deliver();
  return stillness.isStill(terminal.readsEndByTime(),
                           [this] { return terminal.hasOutput(); });
}

bool TerminalProgram::settle() {
  stillness.restart();
  // A program needs at least some 50 us for an action, and most need less than
  // a millisecond.
  constexpr int longestWait = 2;
  for (int wait = 0;; wait = std::min(wait + 1, longestWait)) {
    (void)pump();
    if (isOver())
      return false;
    if (isStill()) {
      theScreen.noteSeen();
      // What comes next is an answer to the next action.
      written.beginLine();
      return true;
    }
    waitForEvent(wait);
  }
}

void TerminalProgram::type(llvm::StringRef bytes) {
  for (;;) {
    size_t taken = terminal.type(bytes);
    bytes = bytes.drop_front(taken);
    // The terminal takes only so much until the program reads. If the program
    // does not read even then, the rest gets lost, as in any terminal.
    if (bytes.empty() || !settle() || taken == 0)
      return;
  }
}

void TerminalProgram::resize(unsigned columns, unsigned rows) {
  theScreen.resize(columns, rows);
  terminal.resize(columns, rows);
}

void TerminalProgram::make(const Action &action) {
  switch (action.kind) {
  case Action::Kind::Key:
    if (std::optional<Key> key = parseKey(action.word))
      type(theScreen.bytesOf(*key));
    return;
  case Action::Kind::Bytes:
    return type(action.word);
  case Action::Kind::Resize:
    return resize(action.columns, action.rows);
  }
}

llvm::Expected<RunResult> TerminalProgram::finish(const RunPlace &place) {
  bool isWaiting = !hasEnded && forced == End::Exited;
  if (!hasEnded)
    program.requestEnd();
  int status = program.takeStatus();
  (void)pump();
  SubprocessResult ended;
  ended.seconds = stopwatch.seconds();
  ended.ending = forced;
  if (forced == End::Exited && WIFSIGNALED(status) && !isWaiting) {
    ended.ending = End::Signalled;
    ended.signal = WTERMSIG(status);
  } else {
    ended.status = isWaiting ? waitingStatus : WEXITSTATUS(status);
  }
  // Processes that the program has left running are not children of the
  // supervisor if they are in a sandbox, so the sandbox ends them.
  if (place.sandbox)
    if (llvm::Error error = place.sandbox->endAll())
      return error;
  if (forced == End::Interrupted)
    return llvm::make_error<InterruptedError>();
  ended.standardOutput = theScreen.text();
  ended.standardError = written.text();
  RunResult result = resultOf(std::move(ended), excess);
  if (auto limit = exceededFileLimit(launch))
    result.ending = LimitReached{*limit};
  if (llvm::Error error = collectFiles(launch, result))
    return error;
  return result;
}
