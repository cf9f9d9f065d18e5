// Tells a user who looks elsewhere how far the work is, and that it is done.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Report/WorkSignal.h"
#include "pinstripe/Support/Interrupt.h"
#include "pinstripe/Support/PrintableText.h"

using namespace pinstripe;

static constexpr double secondsBetweenTitles = 0.5;

/// These codes were defined by xterm. The terminal keeps the old title on a
/// stack. A terminal without such a stack gets an empty title at the end, for
/// which it shows its own.
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
