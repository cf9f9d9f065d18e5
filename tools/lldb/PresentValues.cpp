// Reads values of a stopped program in the notation of reports.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PresentValues.h"
#include "Flow/WatchReader.h"
#include "LLDB/LLDBRegisters.h"
#include "pinstripe/Result/EventValues.h"

using namespace pinstripe;

/// The largest number of rounds in which library objects, such as containers,
/// are read to show one value. Each round follows pointers by one more level.
static constexpr unsigned maxRounds = 40;

std::optional<std::string> PresentValues::read(LLDBSession &session,
                                               lldb::SBFrame &frame,
                                               llvm::StringRef expression) {
  std::optional<uint64_t> place = session.tableAddressOf(frame.GetPC());
  if (!place)
    return std::nullopt;
  llvm::Expected<CompiledExpression> compiled =
      compiler.compile(expression, *place);
  if (!compiled) {
    llvm::consumeError(compiled.takeError());
    return std::nullopt;
  }
  const ProcessMemory &memory = session.process().memory();
  auto toRunTime = [&](uint64_t address) {
    return session.runTimeAddressOf(address);
  };
  std::optional<std::string> bytes =
      readValue(compiled->location, readRegister(frame, "rbp"),
                ProcessView{memory, toRunTime});
  if (!bytes || compiled->type->isOpaqueClass)
    return std::nullopt;
  MemoryImage image;
  std::string text;
  for (unsigned round = 0; round != maxRounds; ++round) {
    text = formatValue(*compiled->type, *bytes, shownValueLimits, image);
    std::set<MemoryImage::Part> missing = image.missing();
    if (missing.empty())
      break;
    for (MemoryImage::Part part : missing) {
      std::vector<uint8_t> read(part.size);
      bool isKnown = memory.read(part.address, read);
      image.add(part, isKnown
                          ? std::optional(std::string(read.begin(), read.end()))
                          : std::nullopt);
    }
  }
  return text;
}
