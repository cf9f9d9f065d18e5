// Tests of trace files and their payload.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Trace/TraceFile.h"
#include "TestSupport/Catch.h"
#include "TestSupport/GeneratedRuns.h"
#include "TestTraces.h"
#include "TraceCodec.h"
#include "pinstripe/Support/AtomicFile.h"
#include "pinstripe/Support/DirectoryTree.h"
#include "pinstripe/Support/Error.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/xxhash.h"
#include <random>
#include <sys/stat.h>

using namespace pinstripe;

namespace {

struct TraceFiles {
  TemporaryDirectory directory = llvm::cantFail(TemporaryDirectory::create());
  std::string path = directory.file("trace.pst");

  std::string bytesOf(const Trace &trace, const UnitTable &table) const {
    llvm::cantFail(writeTrace(path, trace, table));
    return llvm::cantFail(readFile(path));
  }
  /// Returns why a file of these bytes is refused; empty if it is accepted.
  std::string refusalOf(llvm::StringRef bytes) const {
    llvm::cantFail(writeFileAtomically(path, bytes, Durability::ProcessKill));
    auto stored = readTrace(path);
    if (stored)
      return "";
    llvm::Error error = stored.takeError();
    REQUIRE(error.isA<TraceFormatError>());
    std::string message = llvm::toString(std::move(error));
    REQUIRE(llvm::StringRef(message).starts_with(path + ": "));
    REQUIRE(llvm::StringRef(message).ends_with("; record it again"));
    return message.substr(path.size() + 2,
                          message.size() - path.size() - 2 - 17);
  }
};

Trace smallTrace() {
  return TraceBuilder()
      .call(0)
      .step(0)
      .call(1)
      .step(3)
      .leave()
      .step(2)
      .step(0)
      .leave()
      .call(1)
      .step(1)
      .build();
}

/// Returns all that a trace file holds, in bytes that can be compared.
detail::Bytes contentOf(const Trace &trace, const UnitTable &table) {
  return encodePayload(trace, table);
}

constexpr size_t headerSize = 20;

/// Returns the first block with a checksum that fits its changed content.
std::string withChecksum(std::string bytes) {
  uint32_t size =
      llvm::support::endian::read32le(bytes.data() + headerSize + 4);
  size_t checksumAt = headerSize + 8 + size;
  llvm::support::endian::write64le(
      bytes.data() + checksumAt,
      llvm::xxh3_64bits(llvm::StringRef(bytes).slice(12, checksumAt)));
  return bytes;
}

} // namespace

TEST_CASE_METHOD(TraceFiles, "A trace is read from its file as it was written",
                 "[trace][file]") {
  Trace trace = smallTrace();
  UnitTable table = tableOf(2, 13);
  llvm::cantFail(writeTrace(path, trace, table));
  StoredTrace stored = llvm::cantFail(readTrace(path));
  CHECK(contentOf(stored.trace, stored.table) == contentOf(trace, table));

  REQUIRE(stored.trace.size() == 5);
  CHECK(stored.trace.event(EventIndex(1)).entry == EntryId(3));
  CHECK(stored.trace.event(EventIndex(1)).invocation == InvocationId(1));
  CHECK(stored.trace.invocation(InvocationId(1)).parent == EventIndex(0));
  CHECK(stored.trace.invocation(InvocationId(1)).caller == InvocationId(0));
  CHECK_FALSE(stored.trace.invocation(InvocationId(2)).caller);
  CHECK(stored.trace.calledInvocation({}, {}, FunctionId(1), 0) ==
        InvocationId(2));
}

TEST_CASE_METHOD(TraceFiles,
                 "Every field of the unit table is read as it was written",
                 "[trace][file]") {
  UnitTable table = tableOf(2, 13);
  llvm::cantFail(writeTrace(path, smallTrace(), table));
  const UnitTable read = llvm::cantFail(readTrace(path)).table;
  REQUIRE(read.modules.size() == 2);
  CHECK(read.programPath() == "/src/project/sample");
  CHECK(read.modules[0].buildHash == "0123456789abcdef");
  CHECK(read.modules[0].base == 0);
  CHECK(read.modules[1].path == "/src/project/libsample.so");
  CHECK(read.modules[1].buildHash == "fedcba");
  CHECK(read.modules[1].base == moduleSpacing);
  CHECK(read.sourceRoot == table.sourceRoot);
  CHECK(read.files == table.files);
  REQUIRE(read.units.size() == 13);
  const StatementUnit &unit = read.units[3];
  CHECK(unit.range.line == 13);
  CHECK(unit.range.column == 3);
  CHECK(unit.range.endLine == 13);
  CHECK(unit.range.endColumn == 9);
  CHECK(unit.kind == UnitKind::LoopInit);
  CHECK(unit.text == "x = 3");
  CHECK(unit.pinReason == "alloca");
  REQUIRE(read.functions.size() == 2);
  const TracedFunction &function = read.functions[1];
  CHECK(function.name == "Shape::area1");
  CHECK(function.linkageName == "_ZN5Shape4areaEv1");
  CHECK(function.range.file == FileId(1));
  CHECK(function.low == 0x1100);
  CHECK(function.high == 0x11ff);
  CHECK(function.bodyStart == 0x110c);
  CHECK(function.exit == 0x11f0);
  CHECK(function.tearDown == 0x11f4);
  CHECK(function.resultReload == 0x11e0);
  CHECK(function.ret == 0x11fe);
  CHECK(function.frameSize == 65);
  CHECK(function.returns == ReturnClass::Memory);
  CHECK(function.isImplicit);
  CHECK(function.fallbackReason == "macros");
  REQUIRE(read.entries.size() == 13);
  CHECK(read.entryAt(0x1018) == EntryId(1));
  REQUIRE(read.entries[1].reloads.size() == 2);
  CHECK(read.entries[1].reloads[0].dwarfRegister == 5);
  CHECK(read.entries[1].reloads[0].frameOffset == -24);
  CHECK(read.entries[1].reloads[1].frameOffset == 1 << 20);
  const EntryFlow &flow = read.entries[1].flow;
  CHECK(flow.successors == std::vector<uint64_t>{0x1010, 0x7fffffffffff});
  CHECK(flow.mayLeave);
  REQUIRE(flow.stores.size() == 2);
  CHECK(flow.stores[0].isInFrame);
  CHECK(flow.stores[0].place == -24);
  CHECK(flow.stores[0].size == 8);
  CHECK_FALSE(flow.stores[1].isInFrame);
  CHECK(flow.stores[1].place == 0x4010);
  REQUIRE(read.operands.size() == 1);
  CHECK(read.operands[0].text == "a");
  CHECK(read.operands[0].unit == UnitId(12));
  REQUIRE(read.flagReaders.size() == 1);
  CHECK(read.flagReaders[0].address == 0x1018);
  CHECK(read.flagReaders[0].comparison == 0x1016);
  CHECK(read.operands[0].address == 0x1014);
  CHECK(read.operands[0].comparison == 0x1012);
  CHECK(read.operands[0].condition == 5);
  CHECK(read.operands[0].holdsWhenTrue);
  REQUIRE(read.cleanupLinks.size() == 1);
  CHECK(read.cleanupLinks[0].cleanup == UnitId(12));
  REQUIRE(read.refused.size() == 1);
  CHECK(read.refused[0].name == "spin");
  CHECK(read.refused[0].file == "/src/project/spin.c");
  CHECK(read.refused[0].line == 7);
  CHECK(read.refused[0].reason == "inline assembly");
  REQUIRE(read.notes.size() == 1);
  CHECK(read.notes[0].kind == ModelNote::Kind::Moved);
  CHECK(read.notes[0].function == FunctionId(1));
  CHECK(read.notes[0].unit == UnitId(12));
  CHECK(read.notes[0].address == ~uint64_t(0));
  CHECK(read.notes[0].reason == "late prologue");
}

TEST_CASE_METHOD(TraceFiles, "An empty trace can be stored", "[trace][file]") {
  UnitTable table;
  table.modules = {{"/src/project/sample", "", 0}};
  llvm::cantFail(writeTrace(path, Trace(), table));
  StoredTrace stored = llvm::cantFail(readTrace(path));
  CHECK(stored.trace.size() == 0);
  CHECK(stored.table.units.empty());
}

TEST_CASE_METHOD(TraceFiles, "A truncated file is refused at every length",
                 "[trace][file]") {
  const std::string bytes = bytesOf(smallTrace(), tableOf(2, 13));
  for (size_t length = 0; length < bytes.size(); ++length) {
    CAPTURE(length);
    std::string refusal = refusalOf(llvm::StringRef(bytes).take_front(length));
    CHECK(llvm::StringRef(refusal).starts_with("a truncated trace, "));
  }
  CHECK(refusalOf(bytes).empty());
}

TEST_CASE_METHOD(TraceFiles, "A file is refused whatever byte has changed",
                 "[trace][file]") {
  const std::string bytes = bytesOf(smallTrace(), tableOf(2, 13));
  for (size_t at = 0; at < bytes.size(); ++at)
    for (int bit : {0, 7}) {
      CAPTURE(at, bit);
      std::string changed = bytes;
      changed[at] ^= 1 << bit;
      CHECK_FALSE(refusalOf(changed).empty());
    }
}

TEST_CASE_METHOD(TraceFiles, "A file that has grown is refused",
                 "[trace][file]") {
  const std::string bytes = bytesOf(smallTrace(), tableOf(2, 13));
  CHECK(refusalOf(bytes + "x") == "a damaged trace, something follows its end");
}

TEST_CASE_METHOD(TraceFiles, "A foreign file is told from a damaged one",
                 "[trace][file]") {
  CHECK(refusalOf("#!/bin/sh\nexit 0\n") == "not a trace of pinstripe");
  CHECK(refusalOf(std::string(1000, '\0')) == "not a trace of pinstripe");
}

TEST_CASE_METHOD(TraceFiles, "A trace of another version is refused by number",
                 "[trace][file]") {
  std::string bytes = bytesOf(smallTrace(), tableOf(2, 13));
  bytes[8] = 9;
  CHECK(refusalOf(bytes) ==
        "a trace of version 9, this pinstripe reads version 8");
}

TEST_CASE_METHOD(TraceFiles,
                 "An impossible size is refused before memory is taken",
                 "[trace][file]") {
  const std::string bytes = bytesOf(smallTrace(), tableOf(2, 13));
  for (size_t at : {headerSize + 3, headerSize + 7}) {
    std::string huge = bytes;
    huge[at] = 0x10; // The size says 256 MiB.
    CHECK(refusalOf(huge) ==
          "a damaged trace, with a block of impossible size");
  }
}

TEST_CASE_METHOD(TraceFiles, "A part of another size than stated is refused",
                 "[trace][file]") {
  const std::string bytes = bytesOf(smallTrace(), tableOf(2, 13));
  CHECK(withChecksum(bytes) == bytes);
  for (int difference : {-1, 1}) {
    std::string other = bytes;
    other[headerSize] = static_cast<char>(other[headerSize] + difference);
    CHECK(refusalOf(withChecksum(other)) ==
          "a damaged trace, it can't be decompressed");
  }
}

TEST_CASE_METHOD(TraceFiles, "A trace of many blocks is read as it was written",
                 "[trace][file]") {
  const UnitTable table = GeneratedProgram::table();
  std::mt19937 random(3);
  TraceBuilder builder;
  builder.call(0);
  for (int i = 0; i < 1500000; ++i) // Random events do not compress well.
    builder.step(random() % table.entries.size());
  const Trace trace = builder.build();
  std::string bytes = bytesOf(trace, table);
  REQUIRE(bytes.size() > 1500000 / 2);
  StoredTrace stored = llvm::cantFail(readTrace(path));
  bool same = stored.trace.size() == trace.size();
  for (size_t i = 0; same && i < trace.size(); ++i)
    same = stored.trace.event(EventIndex(i)).entry ==
           trace.event(EventIndex(i)).entry;
  CHECK(same);

  // A block begins after the checksum of the previous block.
  uint32_t first = llvm::support::endian::read32le(bytes.data() + 24);
  size_t second = headerSize + 8 + first + 8;
  uint32_t length = llvm::support::endian::read32le(bytes.data() + second + 4);
  size_t third = second + 8 + length + 8;
  SECTION("not without its last block") {
    CHECK(llvm::StringRef(refusalOf(bytes.substr(0, bytes.size() - 16)))
              .starts_with("a truncated trace, "));
  }
  SECTION("not without a block in between") {
    CHECK(refusalOf(bytes.substr(0, second) + bytes.substr(third)) ==
          "a damaged trace, its checksum does not hold");
  }
}

TEST_CASE_METHOD(TraceFiles, "A file that can't be read is a UsageError",
                 "[trace][file]") {
  for (const std::string &name : {path, directory.path()}) {
    auto stored = readTrace(name);
    REQUIRE_FALSE(static_cast<bool>(stored));
    llvm::Error error = stored.takeError();
    CHECK(error.isA<UsageError>());
    llvm::consumeError(std::move(error));
  }
}

TEST_CASE_METHOD(TraceFiles,
                 "A trace that does not fit its table is not "
                 "written",
                 "[trace][file]") {
  struct stat status;
  auto messageOf = [&](const Trace &trace, const UnitTable &table) {
    std::string message = llvm::toString(writeTrace(path, trace, table));
    CHECK(::stat(path.c_str(), &status) != 0);
    return message;
  };
  const std::string prefix = "the recording does not fit the program model: ";
  CHECK(messageOf(smallTrace(), tableOf(2, 3)) ==
        prefix + "an event of no entry or invocation (number 1)");
  CHECK(messageOf(smallTrace(), tableOf(1, 13)) ==
        prefix + "an invocation of no function (number 1)");
  UnitTable unsorted = tableOf(2, 13);
  std::swap(unsorted.entries[4], unsorted.entries[5]);
  CHECK(messageOf(smallTrace(), unsorted) ==
        prefix + "entries out of order (number 5)");
}

TEST_CASE("A payload is refused unless every index fits", "[trace][payload]") {
  const UnitTable table = tableOf(2, 13);
  auto fits = [](const std::vector<Event> &events,
                 const std::vector<Invocation> &invocations,
                 const UnitTable &table) {
    auto stored =
        parseTracePayload(encodePayload(EventList(events), invocations, table));
    return !llvm::errorToBool(stored.takeError());
  };
  const Event first{EntryId(0), InvocationId(0)};
  const Event inCallee{EntryId(1), InvocationId(1)};
  const Invocation main{FunctionId(0), {}, {}};
  const Invocation callee{FunctionId(1), InvocationId(0), EventIndex(0)};
  CHECK(fits({first, inCallee}, {main, callee}, table));

  SECTION("functions") {
    CHECK_FALSE(fits({}, {{FunctionId(2), {}, {}}}, table));
  }
  SECTION("entries") {
    CHECK_FALSE(fits({{EntryId(13), InvocationId(0)}}, {main}, table));
  }
  SECTION("callers come first") {
    CHECK_FALSE(fits({first}, {{FunctionId(0), InvocationId(0), {}}}, table));
    CHECK_FALSE(
        fits({first}, {main, {FunctionId(1), InvocationId(2), {}}}, table));
  }
  SECTION("the call is an event of the caller, and before the callee") {
    CHECK_FALSE(fits({inCallee, first}, {main, callee}, table));
    CHECK_FALSE(fits({first},
                     {main, {FunctionId(1), InvocationId(0), EventIndex(1)}},
                     table));
    CHECK_FALSE(
        fits({first}, {main, {FunctionId(1), {}, EventIndex(0)}}, table));
    CHECK_FALSE(fits({inCallee, first},
                     {main, {FunctionId(1), InvocationId(0), EventIndex(1)}},
                     table));
  }
  SECTION("modules, units, files, links and notes") {
    auto tableFits = [&](auto change) {
      UnitTable changed = table;
      change(changed);
      return fits({}, {}, changed);
    };
    CHECK(tableFits([](UnitTable &) {}));
    CHECK_FALSE(tableFits([](UnitTable &t) { t.modules.clear(); }));
    CHECK_FALSE(tableFits([](UnitTable &t) { t.modules[0].base = 1; }));
    CHECK_FALSE(tableFits([](UnitTable &t) { t.modules[1].base = 0; }));
    CHECK_FALSE(
        tableFits([](UnitTable &t) { t.units[0].range.file = FileId(2); }));
    CHECK_FALSE(
        tableFits([](UnitTable &t) { t.functions[0].range.file = FileId(2); }));
    CHECK_FALSE(
        tableFits([](UnitTable &t) { t.entries[0].unit = UnitId(13); }));
    CHECK_FALSE(
        tableFits([](UnitTable &t) { t.entries[0].function = FunctionId(2); }));
    CHECK_FALSE(tableFits(
        [](UnitTable &t) { t.cleanupLinks[0].cleanup = UnitId(13); }));
    CHECK_FALSE(
        tableFits([](UnitTable &t) { t.operands[0].unit = UnitId(13); }));
    CHECK_FALSE(tableFits([](UnitTable &t) { t.operands[0].condition = 16; }));
    CHECK_FALSE(
        tableFits([](UnitTable &t) { t.operands.push_back(t.operands[0]); }));
    CHECK_FALSE(tableFits([](UnitTable &t) { t.notes[0].unit = UnitId(13); }));
    CHECK_FALSE(tableFits([](UnitTable &t) {
      std::swap(t.functions[0].low, t.functions[1].low);
    }));
    CHECK_FALSE(tableFits(
        [](UnitTable &t) { t.units[0].kind = static_cast<UnitKind>(200); }));
  }
}

TEST_CASE("No prefix of a payload is a payload", "[trace][payload]") {
  const detail::Bytes payload = encodePayload(smallTrace(), tableOf(2, 13));
  for (size_t length = 0; length < payload.size(); ++length) {
    CAPTURE(length);
    auto stored = parseTracePayload(llvm::ArrayRef(payload).take_front(length));
    CHECK(llvm::errorToBool(stored.takeError()));
  }
}

TEST_CASE("A changed payload is refused or still fits", "[trace][payload]") {
  const detail::Bytes payload = encodePayload(smallTrace(), tableOf(2, 13));
  size_t accepted = 0;
  for (size_t at = 0; at < payload.size(); ++at)
    for (int value : {0x00, 0x01, 0x7f, 0x80, 0xff}) {
      detail::Bytes changed = payload;
      changed[at] = static_cast<uint8_t>(value);
      auto stored = parseTracePayload(changed);
      if (!stored) {
        llvm::consumeError(stored.takeError());
        continue;
      }
      ++accepted;
      CHECK(findMisfit(stored->trace.allEvents(),
                       stored->trace.allInvocations(), stored->table)
                .empty());
    }
  CHECK(accepted > 0); // Changes of texts are accepted.
}

TEST_CASE("Numbers of all sizes are read as they were written",
          "[trace][payload]") {
  for (uint64_t address : {uint64_t(0), uint64_t(127), uint64_t(128),
                           uint64_t(1) << 35, ~uint64_t(0)}) {
    UnitTable table = tableOf(1, 1);
    table.functions[0].ret = address;
    table.entries[0].reloads = {{255, INT32_MIN}, {0, INT32_MAX}};
    auto stored =
        llvm::cantFail(parseTracePayload(encodePayload(Trace(), table)));
    CHECK(stored.table.functions[0].ret == address);
    CHECK(stored.table.entries[0].reloads[0].frameOffset == INT32_MIN);
    CHECK(stored.table.entries[0].reloads[1].frameOffset == INT32_MAX);
    CHECK(stored.table.entries[0].reloads[0].dwarfRegister == 255);
  }
}

TEST_CASE("Call trees of all shapes are read as they were written",
          "[trace][payload]") {
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    TraceBuilder builder;
    size_t depth = 0;
    for (int action = 0; action < 400; ++action) {
      unsigned choice = random() % 8;
      if (depth == 0 || choice < 3) {
        builder.call(random() % 3);
        ++depth;
      } else if (choice < 6) {
        builder.step(random() % 13);
      } else {
        // Leaves one or several invocations at once, as longjmp and exit do.
        size_t levels = choice == 6 ? 1 : 1 + random() % depth;
        depth -= levels;
        while (levels-- > 0)
          builder.leave();
      }
    }
    Trace trace = builder.build();
    const detail::Bytes payload = encodePayload(trace, tableOf(3, 13));
    StoredTrace stored = llvm::cantFail(parseTracePayload(payload));
    REQUIRE(stored.trace.size() == trace.size());
    bool same = true;
    for (size_t i = 0; i < trace.size(); ++i) {
      Event was = trace.event(EventIndex(i));
      Event is = stored.trace.event(EventIndex(i));
      same &= was.entry == is.entry && was.invocation == is.invocation;
    }
    for (size_t i = 0; i < trace.allInvocations().size(); ++i) {
      const Invocation &was = trace.invocation(InvocationId(i));
      const Invocation &is = stored.trace.invocation(InvocationId(i));
      same &= was.function == is.function && was.caller == is.caller &&
              was.parent == is.parent;
    }
    REQUIRE(same);
  }
}

TEST_CASE("A return over many levels is read as it was written",
          "[trace][payload]") {
  for (unsigned levels : {1, 2, 63, 64, 65, 66, 1000}) {
    TraceBuilder builder;
    builder.call(0).step(0);
    for (unsigned i = 0; i < levels; ++i)
      builder.call(1).step(1);
    for (unsigned i = 0; i < levels; ++i)
      builder.leave();
    Trace trace = builder.step(2).build();
    StoredTrace stored =
        llvm::cantFail(parseTracePayload(encodePayload(trace, tableOf(2, 13))));
    REQUIRE(stored.trace.size() == levels + 2);
    CHECK(stored.trace.invocationOf(EventIndex(stored.trace.size() - 1)) ==
          InvocationId(0));
  }
}

TEST_CASE_METHOD(TraceFiles, "A loop takes less than a byte an event",
                 "[trace][file]") {
  constexpr int rounds = 50000;
  TraceBuilder builder;
  builder.call(0).step(0);
  SECTION("a loop that only repeats takes next to nothing") {
    for (int i = 0; i < rounds; ++i)
      builder.step(1).step(2).step(3).step(4);
    CHECK(bytesOf(builder.build(), tableOf(1, 13)).size() < rounds / 50);
  }
  SECTION("a loop with random branches takes its decisions") {
    std::mt19937 random(1);
    for (int i = 0; i < rounds; ++i)
      builder.step(1).step(random() % 2 ? 2 : 7).step(3).step(4);
    CHECK(bytesOf(builder.build(), tableOf(1, 13)).size() < rounds);
  }
  SECTION("a loop with calls") {
    std::mt19937 random(1);
    for (int i = 0; i < rounds; ++i)
      builder.step(1)
          .call(1)
          .step(5)
          .step(random() % 2 ? 6 : 7)
          .leave()
          .step(4);
    CHECK(bytesOf(builder.build(), tableOf(2, 13)).size() < rounds);
  }
}
