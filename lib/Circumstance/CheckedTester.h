// Refuses invalid program texts without making a run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_CIRCUMSTANCE_CHECKEDTESTER_H
#define PINSTRIPE_LIB_CIRCUMSTANCE_CHECKEDTESTER_H

#include "pinstripe/Circumstance/RunTester.h"
#include "pinstripe/Program/SourceEditor.h"

namespace pinstripe {

/// Lets Clang parse the files of a run. If Clang finds an error, the test is
/// UNRESOLVED with the cause "syntax", and no run is made. Otherwise another
/// tester makes the test.
class CheckedTester : public RunTester {
public:
  CheckedTester(SourceEditor editor, std::unique_ptr<RunTester> tester)
      : editor(std::move(editor)), tester(std::move(tester)) {}
  llvm::Expected<TestedRun> test(const Materials &materials,
                                 const std::atomic<bool> &givenUp) override;

private:
  SourceEditor editor;
  std::unique_ptr<RunTester> tester;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_CIRCUMSTANCE_CHECKEDTESTER_H
