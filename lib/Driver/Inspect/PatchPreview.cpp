// Shows which code of a program the native engine can patch, and how.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Driver/Inspect/PatchPreview.h"
#include "pinstripe/Execution/Hooks.h"
#include "pinstripe/Instrumentation/PatchVerifier.h"

#include <algorithm>

using namespace pinstripe;

namespace {

/// Emits no code for hooks, since the patches are only looked at and never
/// executed. A hook is an address at which the engine takes control.
class NoHooks : public HookEmitter {
public:
  void emit(uint32_t, CodeBuffer &) override {}
  void emitRare(uint32_t, CodeBuffer &) override {}
};

/// Returns the address at which the trampolines of the module are placed. It is
/// after the end of the module. A trampoline is a piece of code to which a
/// patch jumps.
uint64_t trampolinesFor(const ModuleCode &code) {
  constexpr uint64_t distance = 1 << 20;
  uint64_t end = 0;
  for (const ModuleCode::Segment &segment : code.segments)
    end = std::max(end, segment.address + segment.bytes.size());
  return (end / distance + 2) * distance;
}

llvm::Expected<PatchSummary> previewOf(const UnitTable &table, ModuleId id) {
  auto code = ModuleCode::read(table.module(id).path);
  if (!code)
    return code.takeError();
  PatchSummary preview;
  preview.module = id;
  for (const CodeRange &range : code->codeRanges)
    preview.textSize += range.high - range.low;
  std::vector<CodeRange> functions;
  for (const TracedFunction &function : table.functions)
    if (table.moduleOf(function.low) == id)
      functions.push_back(
          {table.fileAddress(function.low), table.fileAddress(function.high)});
  for (uint64_t address : HookMap(table).forRecording())
    if (table.moduleOf(address) == id)
      preview.sites.push_back({table.fileAddress(address),
                               static_cast<uint32_t>(preview.sites.size())});
  NoHooks emitter;
  PatchOptions options;
  options.trampolineBase = trampolinesFor(*code);
  auto patched = patchModule(*code, functions, preview.sites, emitter, options);
  if (!patched)
    return patched.takeError();
  preview.patched = std::move(*patched);
  auto findings =
      verifyPatches(*code, functions, preview.sites, preview.patched);
  if (!findings)
    return findings.takeError();
  for (PatchFinding &finding : *findings)
    preview.findings.push_back(std::move(finding.text));
  return preview;
}

} // namespace

llvm::Expected<std::vector<PatchSummary>>
pinstripe::previewPatches(const UnitTable &table) {
  std::vector<PatchSummary> previews;
  for (size_t i = 0; i < table.modules.size(); ++i) {
    auto preview = previewOf(table, ModuleId{static_cast<uint32_t>(i)});
    if (!preview)
      return preview.takeError();
    previews.push_back(std::move(*preview));
  }
  return previews;
}
