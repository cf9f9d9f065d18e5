// Tests of dependences between threads, in hand-written runs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SlicedRun.h"

using namespace pinstripe;
using namespace pinstripe::written;

namespace {

constexpr uint64_t otherStack = 0x40000000, descriptor = otherStack + 0x10000;
constexpr uint64_t otherFrame = otherStack + 0x8000, sharedPlace = 0x50000;

/// Lets the thread `number` go on.
void enterThread(HandWrittenRun &run, uint32_t number) {
  if (number == 0)
    run.recorder().enterThread({});
  else
    run.recorder().enterThread(
        {number, otherStack, otherFrame + 0x100, descriptor});
}

LibraryCall callOf(llvm::StringRef function, RegisterSet uses,
                   LibraryCall::Knowledge knowledge) {
  LibraryCall call;
  call.function = function;
  call.knowledge = knowledge;
  call.uses = uses;
  return call;
}

constexpr auto known = LibraryCall::Knowledge::Model;
constexpr auto guessed = LibraryCall::Knowledge::Observed;

} // namespace

TEST_CASE("each thread has registers of its own", "[slicer][threads]") {
  HandWrittenRun run;
  run.function();
  BlockId value = run.block({set(RDI)});
  BlockId out = run.block({callLibrary()});
  run.run(0, value);
  enterThread(run, 1);
  run.run(1, value, otherFrame);
  enterThread(run, 0);
  run.run(2, out);
  run.print(0);
  CHECK(dataSlice(run, 3) == Events{0, 2});
}

TEST_CASE("threads share memory", "[slicer][threads]") {
  HandWrittenRun run;
  run.function();
  BlockId write = run.block({set(RAX), storeTo(RDX, RAX)});
  BlockId out = run.block({loadFrom(RDI, RDX), callLibrary()});
  run.run(0, write, topFrame, {sharedPlace});
  enterThread(run, 1);
  run.run(1, write, otherFrame, {sharedPlace});
  enterThread(run, 0);
  run.run(2, out, topFrame, {sharedPlace});
  run.print(0);
  CHECK(dataSlice(run, 3) == Events{1, 2});
}

TEST_CASE("a value left by another thread in its stack is not stale",
          "[slicer][threads]") {
  HandWrittenRun run;
  run.function();
  BlockId write = run.block({set(RAX), storeTo(RDX, RAX)});
  BlockId out = run.block({loadFrom(RDI, RDX), callLibrary()});
  run.run(0, write, topFrame, {topFrame - 16});
  enterThread(run, 1);
  run.run(1, out, otherFrame, {topFrame - 16});
  run.print(0);
  Sliced sliced(run, 2, SliceKind::Data, /*followStale=*/false);
  CHECK(listed(sliced.slice.events) == Events{0, 1});
}

TEST_CASE("values go into a thread when it is created, and out when it is "
          "joined",
          "[slicer][threads]") {
  HandWrittenRun run;
  run.function();
  BlockId create = run.block({set(RCX), callLibrary()});
  BlockId join = run.block({callLibrary()});
  BlockId out = run.block({loadFrom(RDI, RDX), callLibrary()});
  run.function();
  auto begin = BlockId(run.code.blocks.size() - 1);
  BlockId work = run.block({move(RAX, RDI), ret()});
  LibraryCall creation = callOf("create", generalRegister(RCX), known);
  LibraryCall joining = callOf("join", 0, known);
  DependenceRecorder &recorder = run.recorder();
  run.run(0, create);
  recorder.beginLibraryCall(creation, {});
  recorder.createThread(1);
  recorder.endLibraryCall(creation, {}, {});
  run.run(1, join);
  // The thread ends while the other one waits for it.
  recorder.beginLibraryCall(joining, {{descriptor, 256}});
  enterThread(run, 1);
  run.run(2, begin, otherFrame);
  run.run(2, work, otherFrame);
  recorder.endThread();
  enterThread(run, 0);
  MemoryAccess result{sharedPlace, 8, /*isWrite=*/true};
  recorder.endLibraryCall(joining, result, {});
  run.run(3, out, topFrame, {sharedPlace});
  run.print(0);
  CHECK(dataSlice(run, 4) == Events{0, 1, 2, 3});
}

TEST_CASE("memory that changes during a call is that of the thread that has "
          "written it",
          "[slicer][threads]") {
  HandWrittenRun run;
  run.function();
  BlockId wait = run.block({callLibrary()});
  BlockId write = run.block({set(RAX), storeTo(RDX, RAX)});
  BlockId out = run.block({loadFrom(RDI, RDX), callLibrary()});
  LibraryCall waiting = callOf("wait", 0, guessed);
  run.run(0, wait);
  run.recorder().beginLibraryCall(waiting, {});
  enterThread(run, 1);
  run.run(1, write, otherFrame, {sharedPlace});
  enterThread(run, 0);
  MemoryAccess changed{sharedPlace, 8, /*isWrite=*/true};
  run.recorder().endLibraryCall(waiting, changed, {});
  run.run(2, out, topFrame, {sharedPlace});
  run.print(0);
  CHECK(dataSlice(run, 3) == Events{1, 2});
}
