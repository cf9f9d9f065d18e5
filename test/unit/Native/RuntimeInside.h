// Runs the dispatcher of the runtime in the process of the test.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tables and the state of the runtime lie at fixed addresses. The test maps
// memory there, so there can be only one dispatcher at a time.

#ifndef PINSTRIPE_TEST_UNIT_NATIVE_RUNTIMEINSIDE_H
#define PINSTRIPE_TEST_UNIT_NATIVE_RUNTIMEINSIDE_H

#include "Flow/Dispatcher.h"
#include "Runtime/Activations.h"
#include "Tables/SkippedTables.h"
#include <map>
#include <set>
#include <vector>

namespace pinstripe::test {

constexpr uint64_t poisonPattern = 0x5AA55AA55AA55AA5;

/// This object is thrown where the runtime would end the process.
struct ProcessEnd {
  native::EndKind kind;
};

/// Adds the addresses of `size` bytes from `begin` on.
inline void addBytes(std::set<uint64_t> &bytes, uint64_t begin, uint64_t size) {
  for (uint64_t i = 0; i < size; ++i)
    bytes.insert(begin + i);
}

/// Returns the place at which control continues if it is sent to `address`. It
/// differs from the address, like the code after a hook.
uint64_t landing(uint64_t address);

/// The runtime's dispatcher with the tables of one plan. Its code is that of
/// the runtime, except for functions that end the process or write to its
/// memory.
class RuntimeInside {
public:
  RuntimeInside(const UnitTable &table, const Trace &trace,
                const EventSet &included, Dispatcher::Policy policy);

  /// Lets control arrive at the hook with this address. Returns the registers
  /// with which the program would go on. Throws ProcessEnd if the run ends.
  native::HookFrame arrive(uint64_t address, const Arrival &arrival);
  /// Returns the size of the frame that was poisoned at the last arrival.
  uint32_t poisonedFrame() const;
  /// Returns the addresses of the bytes that were poisoned at the last arrival.
  const std::set<uint64_t> &poisonedBytes() const;
  unsigned quickEntries = 0, inlineExits = 0;

private:
  bool takeInline(const native::HookRecord &hook, uint64_t fp);
  void placeHooks(const UnitTable &table);
  void placeFunctions(const UnitTable &table);
  void placeEntries(const UnitTable &table, const EntrySet *conditions);
  void placeSkipped(const SkippedTables &skipped, size_t entries);
  void placeComputed(const ComputedStores &stores, native::Setup &settings);

  std::vector<native::HookRecord> records;
  std::map<uint64_t, uint32_t> indices;
};

} // namespace pinstripe::test

#endif // PINSTRIPE_TEST_UNIT_NATIVE_RUNTIMEINSIDE_H
