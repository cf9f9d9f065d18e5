// Tests of the messages between the process that searches and its lanes, which
// are processes that make runs for it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Remote/Messages.h"
#include "TestSupport/Catch.h"
#include "pinstripe/Program/RecompiledCode.h"

using namespace pinstripe;

namespace {

EventSet setOf(size_t universe, std::initializer_list<uint32_t> members) {
  EventSet set(universe);
  for (uint32_t member : members)
    set.insert(EventIndex{member});
  return set;
}

RunResult someResult(Ending ending) {
  RunResult result;
  result.ending = ending;
  result.standardOutput = std::string("a\0b\n", 4);
  result.standardError = "no";
  result.bufferedOutput = "rest";
  result.files = {{"out.txt", "content"}, {"gone.txt", std::nullopt}};
  result.values = {{3, "\x01\x02"}, {0, std::nullopt}};
  result.forcedValue = true;
  result.eventsExecuted = uint64_t(1) << 40;
  result.decisions = uint64_t(1) << 50;
  result.breakpointHits = 5;
  result.threads = 3;
  result.seconds = 0.25;
  result.processorSeconds = 0.125;
  return result;
}

/// Every text that is shorter than `bytes`, or longer, must be refused.
template <typename T> void refusesOtherLengths(const std::string &bytes) {
  for (size_t size = 0; size < bytes.size(); ++size)
    CHECK(!fromWire<T>(llvm::StringRef(bytes).take_front(size)));
  CHECK(!fromWire<T>(bytes + "x"));
}

} // namespace

TEST_CASE("Each way in which a run can end survives the way to another process",
          "[remote][messages]") {
  Crashed crash;
  crash.signal = 11;
  crash.address = 0x401234;
  crash.library = "libm.so.6";
  crash.fault = FaultKind::WildPointer;
  crash.usedAddress = 0x5AA55AA55AA55AA5;
  crash.isOfPoison = true;
  crash.place = 0x401230;
  crash.event = EventIndex{17};
  const Ending endings[] = {
      Exited{-1},
      Exited{3},
      crash,
      TimedOut{true},
      LimitReached{LimitReached::Kind::OpenFiles},
      Diverged{EventIndex{9}, FunctionId{4}, Diverged::Reason::FrameLost},
      DecidedOtherwise{EventIndex{2}, EntryId{1}},
      DecidedOtherwise{EventIndex{2}, std::nullopt},
      DecidedOtherwise{}};
  for (const Ending &ending : endings) {
    std::string bytes = toWire(someResult(ending));
    std::optional<RunResult> result = fromWire<RunResult>(bytes);
    REQUIRE(result.has_value());
    // A value has the same bytes only if all of its parts are the same.
    CHECK(toWire(*result) == bytes);
    CHECK(result->ending.index() == ending.index());
    CHECK(isSameEnding(result->ending, ending));
    refusesOtherLengths<RunResult>(bytes);
  }
}

TEST_CASE("The parts of a result survive the way to another process",
          "[remote][messages]") {
  RunResult sent = someResult(Exited{-1});
  std::optional<RunResult> result = fromWire<RunResult>(toWire(sent));
  REQUIRE(result.has_value());
  CHECK(std::get<Exited>(result->ending).status == -1);
  CHECK(result->standardOutput == sent.standardOutput);
  CHECK(result->standardError == sent.standardError);
  CHECK(result->bufferedOutput == sent.bufferedOutput);
  CHECK(result->files == sent.files);
  CHECK(result->values == sent.values);
  CHECK(result->forcedValue == sent.forcedValue);
  CHECK(result->eventsExecuted == sent.eventsExecuted);
  CHECK(result->decisions == sent.decisions);
  CHECK(result->breakpointHits == sent.breakpointHits);
  CHECK(result->threads == sent.threads);
  CHECK(result->seconds == sent.seconds);
  CHECK(result->processorSeconds == sent.processorSeconds);
}

TEST_CASE("Sets of events survive the way to another process",
          "[remote][messages]") {
  for (const EventSet &set :
       {setOf(0, {}), setOf(1, {}), setOf(1, {0}), setOf(70, {0, 1, 2, 69}),
        setOf(200, {63, 64, 65, 128}), EventSet(1000, true)}) {
    std::string bytes = toWire(PartialRequest{5, set});
    auto request = fromWire<PartialRequest>(bytes);
    REQUIRE(request.has_value());
    CHECK(request->number == 5);
    CHECK(request->included == set);
    refusesOtherLengths<PartialRequest>(bytes);
  }
}

TEST_CASE("A set with a few ranges takes a few bytes", "[remote][messages]") {
  EventSet set(1'000'000);
  set.insertRange(EventIndex{1000}, EventIndex{500'000});
  set.insertRange(EventIndex{600'000}, EventIndex{900'000});
  CHECK(toWire(set).size() < 20);
}

TEST_CASE("A set with events beyond its universe is refused",
          "[remote][messages]") {
  WireWriter writer;
  for (uint64_t number : {10, 1, 8, 3})
    writer.number(number);
  CHECK(!fromWire<EventSet>(writer.take()));
}

TEST_CASE("Changes of live runs survive the way to another process",
          "[remote][messages]") {
  LiveRequest sent;
  sent.number = 8;
  LiveChange change;
  change.kind = LiveChange::Kind::ReplaceAfter;
  change.entry = EntryId{12};
  change.target.entry = EntryId{13};
  change.inverse = FlowTarget{};
  change.event = EventIndex{99};
  change.operand = OperandId{3};
  change.value = LiveChange::Value::True;
  change.memory = {true, ~uint64_t(7), 4, 0xFFFFFFFF};
  change.mutation = 6;
  change.ranges = {{false, 0x1000, "bytes"}};
  sent.changes = {change, LiveChange()};
  std::string bytes = toWire(sent);
  auto received = fromWire<LiveRequest>(bytes);
  REQUIRE(received.has_value());
  CHECK(received->number == 8);
  CHECK(received->changes == sent.changes);
  refusesOtherLengths<LiveRequest>(bytes);
}

TEST_CASE("The start of a run survives the way to another process",
          "[remote][messages]") {
  LaneLaunch sent;
  sent.arguments = {"-v", ""};
  sent.environment = {"A=b"};
  sent.input = "line\n";
  sent.flow = Flow::Guarded;
  sent.poison = Poison::Large;
  sent.unrecordedCalls = UnrecordedCalls::Skip;
  sent.poisonsComputedStores = true;
  sent.wallLimitSeconds = 1.5;
  sent.eventLimit = 77;
  auto code = std::make_shared<RecompiledCode>();
  code->units = {{"/prog", "/a.c", "ELF", {{"f", {"f", "f.1"}, 3, 9}}}};
  sent.recompiled = code;
  auto received = fromWire<LaneLaunch>(toWire(sent));
  REQUIRE(received.has_value());
  CHECK(toWire(*received) == toWire(sent));
  CHECK(received->arguments == sent.arguments);
  CHECK(received->input == sent.input);
  CHECK(received->flow == Flow::Guarded);
  REQUIRE(received->recompiled);
  CHECK(received->recompiled->units[0].functions[0].endNumber == 9);
}

TEST_CASE("A program that fails survives the way to another process",
          "[remote][messages]") {
  ProgramOffer sent;
  FailingProgram &program = sent.program;
  LaunchSpec &launch = program.setting.launch;
  launch.program = "/prog";
  launch.argument0 = "prog";
  launch.arguments = {"-v"};
  launch.environment = {"A=b"};
  launch.workingDirectory = "/home/user";
  launch.observedFiles = {"out.txt"};
  launch.wallLimitSeconds = 1.5;
  launch.processLimit = 3;
  program.setting.sandbox = SandboxSpec();
  program.setting.sandbox->workingDirectory = "/home/user";
  program.setting.sandbox->hiddenFolders = {"/home/user/.pinstripe"};
  program.setting.sandbox->clockStart = 9;
  program.setting.user = TerminalSetting{100, 40, "vt100"};
  program.predicate.keep = {"a.*"};
  program.predicate.checks = {"./check.sh"};
  program.predicate.sameCrash = true;
  program.recorded = someResult(Exited{1});
  program.isCompared = true;
  program.right.program = "/older";
  program.right.expected = someResult(Exited{0});
  program.differenceFromRight = "prints a number";
  sent.failing.standardInput = "in";
  sent.failing.files = {{"a", "b"}, {"c", std::nullopt}};
  sent.failing.arguments = {"x"};
  LaneOffer offer{
      7, {"tool", {{{"/prog", "1"}}, {{"/c", "2"}}, {"avx2"}}}, sent};
  std::string bytes = toWire(offer);
  auto received = fromWire<LaneOffer>(bytes);
  REQUIRE(received.has_value());
  // A value has the same bytes only if all of its parts are the same.
  CHECK(toWire(*received) == bytes);
  CHECK(received->number == 7);
  auto &got = std::get<ProgramOffer>(received->what);
  CHECK(got.failing.key() == sent.failing.key());
  CHECK(got.program.predicate == program.predicate);
  CHECK(got.program.setting.launch.observedFiles == launch.observedFiles);
  CHECK(got.program.setting.launch.processLimit == 3);
  CHECK(got.program.setting.sandbox->hiddenFolders ==
        program.setting.sandbox->hiddenFolders);
  CHECK(std::get<TerminalSetting>(*got.program.setting.user).type == "vt100");
  CHECK(got.program.differenceFromRight == "prints a number");
  refusesOtherLengths<LaneOffer>(bytes);
}

TEST_CASE("The outcome of a test survives the way to another process",
          "[remote][messages]") {
  LaneResult sent{3, TestedRun{Outcome::Unresolved, "crash", "signal 11", 2.5}};
  std::string bytes = toWire(sent);
  auto received = fromWire<LaneResult>(bytes);
  REQUIRE(received.has_value());
  auto &run = std::get<TestedRun>(received->answer);
  CHECK(run.outcome == Outcome::Unresolved);
  CHECK(run.cause == "crash");
  CHECK(run.ending == "signal 11");
  CHECK(run.seconds == 2.5);
  refusesOtherLengths<LaneResult>(bytes);
}

TEST_CASE("An enumerator that does not exist is refused",
          "[remote][messages]") {
  LaneLaunch launch;
  launch.flow = static_cast<Flow>(2);
  CHECK(!fromWire<LaneLaunch>(toWire(launch)));
}
