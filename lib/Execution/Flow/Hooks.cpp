// Lists the addresses at which an engine takes control of the program.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Execution/Hooks.h"
#include "llvm/ADT/STLExtras.h"

using namespace pinstripe;

FunctionSet pinstripe::recordedFunctions(const UnitTable &table,
                                         const Trace &trace) {
  FunctionSet recorded(table.functions.size());
  for (const Invocation &invocation : trace.allInvocations())
    recorded.insert(invocation.function);
  return recorded;
}

HookMap::HookMap(const UnitTable &table) {
  for (size_t i = 0; i < table.functions.size(); ++i) {
    const TracedFunction &function = table.functions[i];
    FunctionId id{static_cast<uint32_t>(i)};
    HookPoint &entry = at(function.low, id);
    entry.isFunctionEntry = true;
    entry.hasHiddenResult = function.returns == ReturnClass::Memory;
    at(function.bodyStart, id).isBodyStart = true;
    if (function.canReturn())
      at(function.exit, id).isExit = true;
  }
  for (size_t i = 0; i < table.entries.size(); ++i) {
    const UnitEntry &entry = table.entries[i];
    at(entry.address, entry.function).entry = EntryId{static_cast<uint32_t>(i)};
  }
  for (size_t i = 0; i < table.operands.size(); ++i) {
    const ConditionOperand &operand = table.operands[i];
    HookPoint &point = innerPoints[operand.address];
    point.function = operand.function;
    point.operand = OperandId{static_cast<uint32_t>(i)};
  }
  for (const FlagReader &reader : table.flagReaders) {
    if (points.contains(reader.address))
      continue;
    HookPoint &point = innerPoints[reader.address];
    point.function = reader.function;
    point.readsFlags = true;
  }
}

HookPoint &HookMap::at(uint64_t address, FunctionId function) {
  HookPoint &point = points[address];
  point.function = function;
  return point;
}

const HookPoint *HookMap::find(uint64_t address) const {
  auto found = points.find(address);
  if (found != points.end())
    return &found->second;
  auto inner = innerPoints.find(address);
  return inner == innerPoints.end() ? nullptr : &inner->second;
}

std::vector<uint64_t>
HookMap::ofFlagReaders(const FunctionSet &recorded) const {
  std::vector<uint64_t> addresses;
  for (const auto &[address, point] : innerPoints)
    if (point.readsFlags && recorded.contains(point.function))
      addresses.push_back(address);
  llvm::sort(addresses);
  return addresses;
}

std::vector<uint64_t> HookMap::forRecording() const {
  std::vector<uint64_t> addresses;
  for (const auto &[address, point] : points)
    addresses.push_back(address);
  llvm::sort(addresses);
  return addresses;
}

std::vector<uint64_t> HookMap::forExecution(const FunctionSet &recorded,
                                            UnrecordedCalls unrecorded) const {
  bool seeReturns = unrecorded == UnrecordedCalls::Run;
  std::vector<uint64_t> addresses;
  for (const auto &[address, point] : points)
    if (point.isFunctionEntry || (seeReturns && point.isExit) ||
        recorded.contains(point.function))
      addresses.push_back(address);
  llvm::sort(addresses);
  return addresses;
}
