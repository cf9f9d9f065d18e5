// Decides from the environment which features of the terminal to use, such as
// colours and links.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Report/TerminalTraits.h"
#include "llvm/ADT/STLExtras.h"

using namespace pinstripe;

static bool isDumb(llvm::StringRef term) {
  return term.empty() || term == "dumb";
}

bool pinstripe::wantsColour(bool isTerminal, Variables variables) {
  if (!variables("NO_COLOR").empty())
    return false;
  if (llvm::StringRef force = variables("CLICOLOR_FORCE"); !force.empty())
    if (force != "0")
      return true;
  return isTerminal && !isDumb(variables("TERM")) &&
         variables("CLICOLOR") != "0";
}

bool pinstripe::showsHyperlinks(bool isTerminal, Variables variables) {
  if (llvm::StringRef force = variables("FORCE_HYPERLINK"); !force.empty())
    return force != "0";
  llvm::StringRef term = variables("TERM");
  if (!isTerminal || isDumb(term))
    return false;
  // Earlier versions of VTE crash on some links, so they get no links. VTE is
  // the widget of GNOME's terminal and of many others.
  unsigned vte = 0;
  if (!variables("VTE_VERSION").getAsInteger(10, vte))
    return vte >= 5002;
  unsigned konsole = 0;
  if (!variables("KONSOLE_VERSION").getAsInteger(10, konsole))
    return konsole >= 201200;
  if (!variables("WT_SESSION").empty() || !variables("DOMTERM").empty())
    return true;
  return llvm::is_contained({"iTerm.app", "WezTerm", "vscode", "ghostty",
                             "Hyper", "mintty", "rio", "Tabby"},
                            variables("TERM_PROGRAM")) ||
         llvm::is_contained({"xterm-kitty", "xterm-ghostty", "alacritty",
                             "foot", "foot-extra", "wezterm", "contour"},
                            term);
}

bool pinstripe::hasTitle(bool isTerminal, Variables variables) {
  static constexpr llvm::StringLiteral families[] = {
      "xterm", "rxvt", "screen", "tmux",    "alacritty", "foot",  "konsole",
      "gnome", "vte",  "st-",    "wezterm", "contour",   "mintty"};
  llvm::StringRef term = variables("TERM");
  return isTerminal && llvm::any_of(families, [&](llvm::StringRef family) {
           return term.starts_with(family);
         });
}
