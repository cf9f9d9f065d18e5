// Tells a waiting user how much of its work a command has done.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Case/Progress.h"
#include "pinstripe/Result/Text.h"

using namespace pinstripe;

std::string pinstripe::describeProgress(const Progress &progress) {
  std::string text = progress.step.str();
  if (progress.unit.empty())
    return text;
  text += text.empty() ? "" : ", ";
  if (progress.all != 0)
    text += std::to_string(progress.done) + " of ";
  return text + counted(progress.all != 0 ? progress.all : progress.done,
                        progress.unit);
}
