// Returns the name of a search's form, which is minimise, maximise or isolate.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Result/SearchSummary.h"
#include "llvm/Support/ErrorHandling.h"

using namespace pinstripe;

llvm::StringRef pinstripe::formName(SearchForm form) {
  switch (form) {
  case SearchForm::Minimise:
    return "minimise";
  case SearchForm::Maximise:
    return "maximise";
  case SearchForm::Isolate:
    return "isolate";
  }
  llvm_unreachable("not a form");
}
