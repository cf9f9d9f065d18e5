// Lists the statements of a program, and examines the machine, by means of the
// installed modules.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Driver/Inspect/Doctor.h"
#include "pinstripe/Program/UnitTableBuilder.h"
#include "pinstripe/Report/UnitListing.h"
#include "llvm/Support/raw_ostream.h"

using namespace pinstripe;

int main(int argc, char **argv) {
  llvm::Expected<UnitTable> table = buildUnitTable(argv[1], {});
  if (!table) {
    llvm::errs() << llvm::toString(table.takeError()) << '\n';
    return 1;
  }
  listUnits(*table, "", TextStyle(), llvm::outs());
  for (const Finding &finding : examineMachine())
    llvm::outs() << finding.what << ": " << finding.detail << '\n';
}
