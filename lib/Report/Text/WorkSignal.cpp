// Tells a user who looks elsewhere how far the work is, and that it is done.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Report/WorkSignal.h"
#include "pinstripe/Support/Interrupt.h"
#include "pinstripe/Support/PrintableText.h"

using namespace pinstripe;

static constexpr double secondsBetweenTitles = 0.5;

/// Escape codes of xterm. The first saves the title on a stack. The second sets
/// an empty title, and then restores the saved one. A terminal without such a
/// stack keeps the empty title, for which it shows its default title.
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
