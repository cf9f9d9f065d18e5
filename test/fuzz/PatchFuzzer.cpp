// Fuzzes the patcher of machine code.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A function, in the form that MachineCodeFuzzer reads, gets a hook at each of
// its entries. The verifier must accept the patched code.

#include "CodeInput.h"
#include "SeedTable.h"
#include "pinstripe/Instrumentation/PatchVerifier.h"

using namespace pinstripe;
using namespace pinstripe::fuzzing;

namespace {

class SmallHooks : public HookEmitter {
public:
  void emit(uint32_t, CodeBuffer &code) override { code.append({0x90}); }
  void emitRare(uint32_t, CodeBuffer &) override {}
};

std::vector<HookSite> sitesOf(const UnitTable &table) {
  std::vector<HookSite> sites;
  for (const UnitEntry &entry : table.entries)
    if (sites.empty() || sites.back().address != entry.address)
      sites.push_back({entry.address, static_cast<uint32_t>(sites.size())});
  return sites;
}

void patch(const ModuleCode &code, llvm::ArrayRef<HookSite> sites,
           const PatchOptions &options) {
  SmallHooks hooks;
  auto patched = patchModule(code, code.codeRanges, sites, hooks, options);
  if (!accepted(patched))
    return;
  auto findings = verifyPatches(code, code.codeRanges, sites, *patched);
  require(accepted(findings));
  for (const PatchFinding &finding : *findings)
    llvm::errs() << finding.text << '\n';
  require(findings->empty());
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  auto input = CodeInput::read({data, size});
  if (!input)
    return 0;
  DebugInfo info = input->debugInfo();
  ModuleCode code = info;
  std::optional<UnitTable> table = tableOf(std::move(info), "program");
  if (!table)
    return 0;
  PatchOptions options;
  options.trampolineBase = CodeInput::low + (1 << 20);
  options.minimalRuns = input->kind >> 7;
  patch(code, sitesOf(*table), options);
  return 0;
}
