// Options that control progress, title, bell and links on a terminal.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TerminalOptions.h"
#include "Choices.h"
#include "HelpFormatter.h"
#include "llvm/Support/ErrorHandling.h"

using namespace pinstripe;

static std::map<std::string, ProgressForm> progressForms() {
  return {{"none", ProgressForm::None},
          {"text", ProgressForm::Text},
          {"json", ProgressForm::JSON}};
}

std::string pinstripe::progressName(ProgressForm form) {
  for (const auto &[name, each] : progressForms())
    if (each == form)
      return name;
  llvm_unreachable("each form has a word");
}

void pinstripe::addProgress(CLI::App &command, TerminalOptions &terminal) {
  command
      .add_option("--progress", terminal.progress,
                  "How the progress is shown on standard error: text: a line "
                  "on the terminal, and in the log of a long reduction a line "
                  "every few seconds; json: a JSON object in each line; none "
                  "[text]")
      ->transform(oneOf(progressForms()))
      ->option_text("none|text|json")
      ->group(group::output);
  command
      .add_flag("--no-signals", terminal.noSignals,
                "Do not show the progress in the title of the terminal, and do "
                "not ring its bell at the end of work that took more than a "
                "minute")
      ->group(group::output);
}

void pinstripe::addHyperlinks(CLI::App &command, TerminalOptions &terminal) {
  const std::map<std::string, Hyperlinks> choices = {
      {"auto", Hyperlinks::Auto},
      {"always", Hyperlinks::Always},
      {"never", Hyperlinks::Never}};
  command
      .add_option("--hyperlinks", terminal.links,
                  "Whether the names of source files in the text are links to "
                  "the files: auto (on terminals that are known to show "
                  "links), always or never [auto]")
      ->transform(oneOf(choices))
      ->option_text("auto|always|never")
      ->group(group::output);
}
