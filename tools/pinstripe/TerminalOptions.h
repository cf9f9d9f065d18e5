// Options that control progress, title, bell and links on a terminal.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TOOLS_TERMINALOPTIONS_H
#define PINSTRIPE_TOOLS_TERMINALOPTIONS_H

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>

namespace pinstripe {

/// How progress is shown on standard error.
enum class ProgressForm : uint8_t {
  None,
  Text, ///< One line that is redrawn; in a log, a new line now and then.
  JSON  ///< Lines of JSON, with one object in each line.
};

/// Says when places in reports, such as `bug.c:12`, are written as links to
/// files.
enum class Hyperlinks : uint8_t {
  Auto, ///< Links are written on terminals known to show them.
  Always,
  Never
};

/// Says what the user wants to see on the terminal.
struct TerminalOptions {
  ProgressForm progress = ProgressForm::Text;
  /// True if the tool neither changes the terminal's title nor rings its bell.
  bool noSignals = false;
  Hyperlinks links = Hyperlinks::Auto;
};

/// Adds the options `--progress` and `--no-signals`, for verbs that take a
/// while.
void addProgress(CLI::App &command, TerminalOptions &terminal);

/// Returns the word that the option `--progress` takes for a form.
std::string progressName(ProgressForm form);

/// Adds the option `--hyperlinks`, for verbs whose text names places.
void addHyperlinks(CLI::App &command, TerminalOptions &terminal);

} // namespace pinstripe

#endif // PINSTRIPE_TOOLS_TERMINALOPTIONS_H
