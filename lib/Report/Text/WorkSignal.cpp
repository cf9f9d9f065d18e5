// Shows the progress and the end of a long job to a user who is looking
// elsewhere.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Report/WorkSignal.h"
#include "pinstripe/Support/Interrupt.h"
#include "pinstripe/Support/PrintableText.h"

using namespace pinstripe;

static constexpr double secondsBetweenTitles = 0.5;

/// Escape codes of xterm. The first code saves the title of the window on a
/// stack. The second one sets an empty title, and then restores the saved
/// title. A terminal without such a stack keeps the empty title, and shows its
/// default title instead.
static constexpr llvm::StringLiteral pushTitle = "\033[22;0t";
static constexpr llvm::StringLiteral popTitle = "\033]2;\033\\\033[23;0t";

void WorkSignal::show(llvm::StringRef progress) {
  double now = clock();
  if (isTitleSet && now < nextTime)
    return;
  nextTime = now + secondsBetweenTitles;
  if (!isTitleSet) {
    stream << pushTitle;
    setLastWords(popTitle.data());
  }
  isTitleSet = true;
  stream << "\033]2;pinstripe: " << printable(progress) << "\033\\";
  stream.flush();
}

WorkSignal::~WorkSignal() {
  if (isTitleSet) {
    setLastWords(nullptr);
    stream << popTitle;
  }
  if (clock() >= bellFrom)
    stream << '\a';
  stream.flush();
}
