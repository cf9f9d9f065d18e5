// Tests what the sandbox of a case shows and hides.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Case/RunSandbox.h"
#include "TestSupport/OrFail.h"
#include "pinstripe/Support/DirectoryTree.h"
#include <fstream>

using namespace pinstripe;

TEST_CASE("the sandbox of a case inside another case shows the inputs of "
          "further runs of both",
          "[case][sandbox]") {
  TemporaryDirectory folder = orFail(TemporaryDirectory::create());
  CaseDirectory outer = orFail(CaseDirectory::create(folder.file("case")));
  CaseDirectory inner =
      orFail(CaseDirectory::create(outer.path() + "/original"));
  std::ofstream(folder.file("in.txt")) << "input\n";
  LaunchSpec launch;
  launch.workingDirectory = folder.path();
  launch.arguments = {"in.txt"};
  ContainmentOptions options;
  options.showsReferenceRuns = true;
  SandboxSpec spec = orFail(sandboxSpecFor(inner, launch, options, {}));
  CHECK(spec.hiddenFolders == std::vector<std::string>{outer.path()});
  CHECK(spec.shownFolders ==
        std::vector<std::string>{inner.referenceDirectory(),
                                 outer.referenceDirectory()});
}
