// Tests the output to a terminal besides the text: colours, links, the title,
// and the bell.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Baseline.h"
#include "TestSupport/Catch.h"
#include "pinstripe/Report/LinkStream.h"
#include "pinstripe/Report/TerminalTraits.h"
#include "pinstripe/Report/WorkSignal.h"
#include <map>

using namespace pinstripe;

using Environment = std::map<std::string, std::string>;

static bool colour(bool isTerminal, const Environment &environment) {
  return wantsColour(isTerminal, [&](llvm::StringRef name) {
    auto found = environment.find(name.str());
    return found == environment.end() ? "" : llvm::StringRef(found->second);
  });
}

static bool links(bool isTerminal, const Environment &environment) {
  return showsHyperlinks(isTerminal, [&](llvm::StringRef name) {
    auto found = environment.find(name.str());
    return found == environment.end() ? "" : llvm::StringRef(found->second);
  });
}

static bool title(bool isTerminal, const std::string &term) {
  return hasTitle(isTerminal, [&](llvm::StringRef name) {
    return name == "TERM" ? llvm::StringRef(term) : "";
  });
}

TEST_CASE("Text is coloured on terminals, unless the user objects",
          "[report][terminal]") {
  CHECK(colour(true, {{"TERM", "xterm"}}));
  CHECK_FALSE(colour(false, {{"TERM", "xterm"}}));
  CHECK_FALSE(colour(true, {{"TERM", "dumb"}}));
  CHECK_FALSE(colour(true, {}));
  CHECK_FALSE(colour(true, {{"TERM", "xterm"}, {"NO_COLOR", "1"}}));
  CHECK_FALSE(colour(true, {{"TERM", "xterm"}, {"CLICOLOR", "0"}}));
  CHECK(colour(true, {{"TERM", "xterm"}, {"CLICOLOR", "1"}}));
}

TEST_CASE("CLICOLOR_FORCE colours text that goes to a file",
          "[report][terminal]") {
  CHECK(colour(false, {{"CLICOLOR_FORCE", "1"}}));
  CHECK(colour(false, {{"CLICOLOR_FORCE", "1"}, {"CLICOLOR", "0"}}));
  CHECK_FALSE(colour(false, {{"CLICOLOR_FORCE", "0"}}));
  CHECK_FALSE(colour(false, {{"CLICOLOR_FORCE", "1"}, {"NO_COLOR", "1"}}));
}

TEST_CASE("Links are for terminals that are known to show them",
          "[report][terminal]") {
  CHECK(links(true, {{"TERM", "xterm-kitty"}}));
  CHECK(links(true, {{"TERM", "xterm-256color"}, {"VTE_VERSION", "7002"}}));
  CHECK(links(true, {{"TERM", "xterm"}, {"TERM_PROGRAM", "vscode"}}));
  CHECK(links(true, {{"TERM", "xterm"}, {"KONSOLE_VERSION", "220803"}}));
  CHECK_FALSE(links(true, {{"TERM", "xterm"}, {"VTE_VERSION", "4802"}}));
  CHECK_FALSE(links(true, {{"TERM", "xterm-256color"}}));
  CHECK_FALSE(links(true, {{"TERM", "dumb"}, {"TERM_PROGRAM", "vscode"}}));
  CHECK_FALSE(links(false, {{"TERM", "xterm-kitty"}}));
  CHECK(links(false, {{"FORCE_HYPERLINK", "1"}}));
  CHECK_FALSE(links(true, {{"TERM", "xterm-kitty"}, {"FORCE_HYPERLINK", "0"}}));
}

TEST_CASE("The title is set where a terminal is known to have one",
          "[report][terminal]") {
  CHECK(title(true, "xterm-256color"));
  CHECK(title(true, "tmux-256color"));
  CHECK_FALSE(title(false, "xterm-256color"));
  CHECK_FALSE(title(true, "linux"));
  CHECK_FALSE(title(true, "dumb"));
  CHECK_FALSE(title(true, ""));
}

TEST_CASE("The title has the progress, and is put back at the end",
          "[report][terminal]") {
  double now = 0;
  std::string text = written([&](llvm::raw_ostream &stream) {
    WorkSignal signal(stream, [&] { return now; });
    signal.show("recording");
    now = 0.1; // It is too soon for another title.
    signal.show("3 of 9 left");
    now = 1;
    signal.show("bad \a name");
    now = 59;
  });
  CHECK(text == "\033[22;0t"
                "\033]2;pinstripe: recording\033\\"
                "\033]2;pinstripe: bad \\x07 name\033\\"
                "\033]2;\033\\\033[23;0t");
}

TEST_CASE("The bell rings at the end of long work only", "[report][terminal]") {
  auto textAfter = [](double seconds, double bellFrom) {
    return written([&](llvm::raw_ostream &stream) {
      WorkSignal signal(stream, [seconds] { return seconds; }, bellFrom);
    });
  };
  CHECK(textAfter(59.9, WorkSignal::longWork) == "");
  CHECK(textAfter(60, WorkSignal::longWork) == "\a");
  CHECK(textAfter(5, 4) == "\a");
}

static std::string linked(llvm::ArrayRef<llvm::StringRef> pieces) {
  return written([&](llvm::raw_ostream &stream) {
    LinkStream links(stream, [](llvm::StringRef word) -> std::string {
      return word == "sum.c" || word == "/a/b.h" ? "file://h/" + word.str()
                                                 : "";
    });
    for (llvm::StringRef piece : pieces)
      links << piece;
  });
}

/// Returns `text` as a link to `address`.
static std::string asLink(const std::string &address, const std::string &text) {
  return "\033]8;;" + address + "\033\\" + text + "\033]8;;\033\\";
}

TEST_CASE("Places and names of files become links", "[report][terminal]") {
  std::string sum = "file://h/sum.c";
  CHECK(linked({"  at sum.c:12 #3 of 4\n"}) ==
        "  at " + asLink(sum, "sum.c:12") + " #3 of 4\n");
  CHECK(linked({"sum.c: main\n"}) == asLink(sum, "sum.c") + ": main\n");
  CHECK(linked({"(/a/b.h:7:3)"}) ==
        "(" + asLink("file://h//a/b.h", "/a/b.h:7") + ":3)");
}

TEST_CASE("A place may be coloured, and written in several pieces",
          "[report][terminal]") {
  std::string sum = "file://h/sum.c";
  CHECK(linked({"\033[1mou", "t\033[0m \033[1;36msu", "m.c:1", "2\033[0m\n"}) ==
        "\033[1mout\033[0m \033[1;36m" + asLink(sum, "sum.c:12") + "\033[0m\n");
  CHECK(linked({"● sum.c:3"}) == "● " + asLink(sum, "sum.c:3"));
}

TEST_CASE("The numbers of source lines are links to the file above them",
          "[report][terminal]") {
  std::string sum = "file://h/sum.c";
  std::string noHeading = "  7 │ int x;\nat out.c: main\n  12 │   x = 7;\n";
  CHECK(linked({noHeading}) == noHeading);
  CHECK(linked({"sum.c: main\n", "● #1 \033[2m12 │\033[0m x = 7 | 8;\n"}) ==
        asLink(sum, "sum.c") + ": main\n● #1 \033[2m" + asLink(sum, "12") +
            " │\033[0m x = 7 | 8;\n");
}

TEST_CASE("Text without places stays as it is", "[report][terminal]") {
  for (llvm::StringRef text : {"total: 3\n", "sum.c\n", "sum.cc:12\n",
                               "other.c:12\n", "\033[", "a\n\nb"})
    CHECK(linked({text}) == text);
}

TEST_CASE("A link has the whole path, with escapes", "[report][terminal]") {
  CHECK(fileLinks("/", "host")("proc/self/status") ==
        "file://host/proc/self/status");
  CHECK(fileLinks("/proc/self", "h")("../self/./status") ==
        "file://h/proc/self/status");
  CHECK(fileLinks("/", "h")("no such file") == "");
  CHECK(fileLinks("/", "h")("proc") == "");
}
