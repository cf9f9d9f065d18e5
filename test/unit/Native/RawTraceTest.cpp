// Tests that the records of hooks are decoded into a trace.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Records/RawTrace.h"
#include "Records/RingReader.h"
#include "SimulatedRun.h"
#include "TestSupport/Catch.h"
#include "llvm/ADT/STLExtras.h"

using namespace pinstripe;

namespace {

constexpr uint64_t chunkEnd = uint64_t(3u << 30 | 1) << 32;

bool isSame(const Trace &left, const Trace &right) {
  auto sameInvocation = [](const Invocation &a, const Invocation &b) {
    return a.function == b.function && a.caller == b.caller &&
           a.parent == b.parent;
  };
  return llvm::equal(left.allEvents(), right.allEvents()) &&
         llvm::equal(left.allInvocations(), right.allInvocations(),
                     sameInvocation);
}

bool isSame(const std::optional<Ending> &left,
            const std::optional<Ending> &right) {
  if (!left || !right)
    return left.has_value() == right.has_value();
  if (const auto *limit = std::get_if<LimitReached>(&*left))
    return std::holds_alternative<LimitReached>(*right) &&
           std::get<LimitReached>(*right).kind == limit->kind;
  const auto *a = std::get_if<Diverged>(&*left);
  const auto *b = std::get_if<Diverged>(&*right);
  return a && b && a->event == b->event && a->function == b->function &&
         a->reason == b->reason;
}

/// Returns how many words the first record has.
size_t sizeOf(uint64_t record) {
  uint32_t kind = record >> 62;
  return kind == 2 ? 3 : kind == 3 ? 2 : 1;
}

/// Writes records into the ring buffer, as the process under test does.
class Producer {
public:
  Producer(llvm::MutableArrayRef<uint64_t> ring, native::ServerControl &control)
      : ring(ring), control(control) {}

  void write(llvm::ArrayRef<uint64_t> records) {
    while (!records.empty()) {
      if (at >= chunkWords - native::chunkSlack / 8)
        nextChunk();
      size_t size = sizeOf(records.front());
      for (size_t i = size; i-- > 0;) // the tag comes last
        __atomic_store_n(&ring[chunk % chunks() * chunkWords + at + i],
                         records[i], __ATOMIC_RELEASE);
      at += size;
      records = records.drop_front(size);
    }
  }

  static constexpr size_t chunkWords = native::chunkSize / 8;

private:
  size_t chunks() const { return ring.size() / chunkWords; }
  void nextChunk() {
    ring[chunk % chunks() * chunkWords + at] = chunkEnd;
    ++chunk;
    at = 0;
    __atomic_store_n(&control.chunksWritten, chunk, __ATOMIC_RELEASE);
    while (chunk - __atomic_load_n(&control.chunksRead, __ATOMIC_ACQUIRE) >=
           chunks())
      std::this_thread::yield();
  }

  llvm::MutableArrayRef<uint64_t> ring;
  native::ServerControl &control;
  size_t chunk = 0;
  size_t at = 0;
};

} // namespace

TEST_CASE("Records decode to the trace that the reference engine records",
          "[native][raw]") {
  const SimulatedProgram program;
  size_t events = 0, invocations = 0, lost = 0, full = 0;
  for (uint32_t seed = 1; seed <= 1500; ++seed) {
    uint64_t limit = seed % 3 == 0 ? 500 : 0;
    SimulatedRun run(program, seed, limit, /*isWild=*/seed % 5 == 0);
    run.run(2000);
    RawTraceDecoder decoder(program.records, {limit, 0});
    decoder.decode(run.records);
    CAPTURE(seed);
    REQUIRE_FALSE(decoder.isDamaged());
    REQUIRE(isSame(decoder.ending(), run.ending));
    REQUIRE(decoder.currentEvent() == run.currentEvent());
    Trace expected = run.takeTrace();
    REQUIRE(isSame(decoder.takeTrace(), expected));
    events += expected.size();
    invocations += expected.allInvocations().size();
    lost += run.ending && std::holds_alternative<Diverged>(*run.ending);
    full += run.ending && std::holds_alternative<LimitReached>(*run.ending);
  }
  // The simulated runs must be long enough to test something.
  CHECK(events > 500000);
  CHECK(invocations > 100000);
  CHECK(lost > 50);
  CHECK(full > 50);
}

TEST_CASE("Chunks may end between any two records", "[native][raw]") {
  const SimulatedProgram program;
  SimulatedRun run(program, 4, 0);
  run.run(3000);
  RawTraceDecoder decoder(program.records, {});
  std::vector<uint64_t> chunk;
  llvm::ArrayRef<uint64_t> rest = run.records;
  for (size_t length = 1; !rest.empty(); length = length % 7 + 1) {
    chunk.clear();
    for (size_t i = 0; i < length && !rest.empty(); ++i) {
      size_t size = sizeOf(rest.front());
      chunk.insert(chunk.end(), rest.begin(), rest.begin() + size);
      rest = rest.drop_front(size);
    }
    chunk.push_back(chunkEnd);
    size_t words = chunk.size();
    chunk.resize(words + 3, ~uint64_t(0)); // words after the end are not read
    REQUIRE(decoder.decode(chunk) == words);
  }
  CHECK(isSame(decoder.takeTrace(), run.takeTrace()));
}

TEST_CASE("Decoding ends at the first word that is not written",
          "[native][raw]") {
  const SimulatedProgram program;
  SimulatedRun run(program, 4, 0);
  run.run(100);
  std::vector<uint64_t> chunk = run.records;
  chunk.push_back(0x1234); // of a record whose tag is missing
  chunk.resize(chunk.size() + 50);
  RawTraceDecoder decoder(program.records, {});
  CHECK(decoder.decode(chunk) == run.records.size());
  CHECK(isSame(decoder.takeTrace(), run.takeTrace()));
}

TEST_CASE("A decoder whose trace was taken is empty", "[native][raw]") {
  const SimulatedProgram program;
  SimulatedRun run(program, 4, 0);
  run.run(100);
  RawTraceDecoder decoder(program.records, {});
  decoder.decode(run.records);
  CHECK(decoder.takeTrace().size() != 0);
  CHECK(decoder.eventCount() == 0);
  CHECK_FALSE(decoder.currentEvent());
  decoder.decode(run.records);
  CHECK(isSame(decoder.takeTrace(), run.takeTrace()));
}

TEST_CASE("A record that no hook writes counts as damage", "[native][raw]") {
  const SimulatedProgram program;
  const uint32_t hooks = program.records.size();
  auto isDamaged = [&](std::vector<uint64_t> words) {
    RawTraceDecoder decoder(program.records, {});
    decoder.decode(words);
    return decoder.isDamaged();
  };
  auto record = [](uint32_t tag) { return uint64_t(tag) << 32; };
  CHECK(isDamaged({record(hooks + 1)}));
  CHECK(isDamaged({record(1u << 30)}));
  CHECK(isDamaged({record(1u << 30 | (hooks + 1))}));
  CHECK(isDamaged({record(2u << 30), 0, 0}));
  CHECK(isDamaged({record(2u << 30 | 1), 0}));
  CHECK(isDamaged({record(3u << 30), 0}));
  CHECK(isDamaged({record(3u << 30 | 3), 0}));
  CHECK(isDamaged({record(3u << 30 | 2)}));
  CHECK_FALSE(isDamaged({record(2u << 30 | 1), 8, 0}));
}

TEST_CASE("A recording ends before its trace takes too much memory",
          "[native][raw]") {
  const SimulatedProgram program;
  uint64_t unit = uint64_t(SimulatedProgram::unitHook(0, 1) + 1) << 32 | 0xf8;
  std::vector<uint64_t> words{uint64_t(2u << 30 | 1) << 32, 0x100, 0};
  words.insert(words.end(), 100000, unit);
  RawTraceDecoder decoder(program.records, {0, traceBytes(50000, 1)});
  decoder.decode(words);
  REQUIRE(decoder.ending());
  CHECK(std::get<LimitReached>(*decoder.ending()).kind ==
        LimitReached::Kind::TraceMemory);
  CHECK(decoder.eventCount() <= 50000);
  CHECK(decoder.eventCount() > 20000);
}

TEST_CASE("The ring is read while it is written", "[native][raw]") {
  const SimulatedProgram program;
  SimulatedRun run(program, 11, 0);
  run.run(40000);
  native::ServerControl control = {};
  control.chunksWritten = control.chunksRead = 77; // of an earlier recording
  size_t chunks = GENERATE(1, 2, 5);
  std::vector<uint64_t> ring(chunks * Producer::chunkWords);
  RawTraceDecoder decoder(program.records, {});
  RingReader reader(ring, control, decoder);
  reader.start();
  Producer(ring, control).write(run.records);
  reader.finish();
  CHECK_FALSE(reader.hasEnded());
  CHECK(reader.eventsSoFar() == decoder.eventCount());
  CHECK(isSame(decoder.takeTrace(), run.takeTrace()));
  CHECK(llvm::all_of(ring, [](uint64_t word) { return word == 0; }));
}

TEST_CASE("The program does not block once the recording has ended",
          "[native][raw]") {
  const SimulatedProgram program;
  SimulatedRun run(program, 11, 0);
  run.run(40000);
  native::ServerControl control = {};
  std::vector<uint64_t> ring(2 * Producer::chunkWords);
  RawTraceDecoder decoder(program.records, {100, 0});
  RingReader reader(ring, control, decoder);
  reader.start();
  Producer(ring, control).write(run.records);
  reader.finish();
  CHECK(reader.hasEnded());
  CHECK_FALSE(reader.isDamaged());
  CHECK(decoder.takeTrace().size() == 100);
  CHECK(llvm::all_of(ring, [](uint64_t word) { return word == 0; }));
}

TEST_CASE("A program that writes into the ring is noticed", "[native][raw]") {
  const SimulatedProgram program;
  native::ServerControl control = {};
  std::vector<uint64_t> ring(2 * Producer::chunkWords);
  RawTraceDecoder decoder(program.records, {});
  RingReader reader(ring, control, decoder);
  SECTION("by changing the counter") {
    reader.start();
    __atomic_store_n(&control.chunksWritten, 1000, __ATOMIC_RELEASE);
  }
  SECTION("by removing the end of a chunk") {
    ring[0] = uint64_t(2u << 30 | 1) << 32;
    reader.start();
    __atomic_store_n(&control.chunksWritten, 1, __ATOMIC_RELEASE);
  }
  reader.finish();
  CHECK(reader.isDamaged());
  CHECK(reader.hasEnded());
}
