// Tests how command lines are split, compared, read and written.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Circumstance/ArgumentParts.h"
#include "TestSupport/Catch.h"
#include "pinstripe/Circumstance/ProgramStart.h"

using namespace pinstripe;

namespace {

using Words = std::vector<std::string>;

/// Returns the groups of arguments, each in brackets: "[-x V] [file]".
std::string groups(const Words &arguments) {
  std::string text;
  std::vector<size_t> bounds = groupBounds(arguments);
  for (size_t i = 0; i + 1 < bounds.size(); ++i) {
    std::string group;
    for (size_t word = bounds[i]; word < bounds[i + 1]; ++word)
      group += (group.empty() ? "" : " ") + arguments[word];
    text += (text.empty() ? "[" : " [") + group + "]";
  }
  return text;
}

/// Returns the parts of an argument: "head|opener|item|item".
std::string parts(const std::string &argument,
                  const std::set<std::string> &clusters = {}) {
  ArgumentParts split = partsOf(argument, clusters);
  std::string text = split.head + "|" + split.opener;
  for (const std::string &item : split.items)
    text += "|" + item;
  return text;
}

std::vector<AlignedText> texts(const Words &words) {
  std::vector<AlignedText> result;
  for (const std::string &word : words)
    result.push_back({word, word.substr(0, word.find('='))});
  return result;
}

/// Returns how two sequences are aligned: "a -b +c d>e" for a common a, a b
/// that only the passing one has, a c that only the failing one has, and a d
/// that corresponds to an e.
std::string aligned(const Words &passing, const Words &failing) {
  std::string text;
  for (const AlignedPair &pair : align(texts(passing), texts(failing))) {
    text += text.empty() ? "" : " ";
    if (!pair.failing)
      text += "-" + passing[*pair.passing];
    else if (!pair.passing)
      text += "+" + failing[*pair.failing];
    else if (passing[*pair.passing] == failing[*pair.failing])
      text += passing[*pair.passing];
    else
      text += passing[*pair.passing] + ">" + failing[*pair.failing];
  }
  return text;
}

TypedStart read(const std::string &text) {
  return llvm::cantFail(readTypedStart(text));
}

std::string refusal(const std::string &text) {
  return llvm::toString(readTypedStart(text).takeError());
}

} // namespace

TEST_CASE("An option and the argument after it are a group",
          "[circumstance][options]") {
  CHECK(groups({}).empty());
  CHECK(groups({"-x", "V", "file"}) == "[-x V] [file]");
  CHECK(groups({"-a", "-b", "1"}) == "[-a] [-b 1]");
  CHECK(groups({"--x=V", "file"}) == "[--x=V] [file]");
  CHECK(groups({"-n", "-5", "-", "-x"}) == "[-n -5] [-] [-x]");
  CHECK(groups({"-x", "--", "-y", "z"}) == "[-x] [--] [-y] [z]");
  CHECK(groups({"a", "", "-o", ""}) == "[a] [] [-o ]");
}

TEST_CASE("Values, lists and clusters are parts of an argument",
          "[circumstance][options]") {
  CHECK(parts("file") == "file|");
  CHECK(parts("--x") == "--x|");
  CHECK(parts("--x=V") == "--x|=|V");
  CHECK(parts("--x=") == "--x|=|");
  CHECK(parts("--x=a,b=c") == "--x|=|a|b=c");
  CHECK(parts("-Wl,-a,b") == "-Wl|,|-a|b");
  CHECK(parts("a,b") == "||a|b");
  CHECK(parts("-abc") == "-abc|");
  CHECK(parts("-abc", {"-abc"}) == "|-|a|b|c");
}

TEST_CASE("Several letters after a dash may be several options",
          "[circumstance][options]") {
  CHECK(mayBeCluster("-abc"));
  CHECK_FALSE(mayBeCluster("-a"));
  CHECK_FALSE(mayBeCluster("--abc"));
  CHECK_FALSE(mayBeCluster("-O2"));
  CHECK_FALSE(mayBeCluster("abc"));
  CHECK(optionsOfCluster("-abc") == Words{"-a", "-b", "-c"});
}

TEST_CASE("Two command lines are compared word by word",
          "[circumstance][options]") {
  CHECK(aligned({}, {"a", "b"}) == "+a +b");
  CHECK(aligned({"a", "b", "c"}, {"a", "c"}) == "a -b c");
  CHECK(aligned({"a", "--x=1", "c"}, {"a", "--x=2", "c"}) == "a --x=1>--x=2 c");
  CHECK(aligned({"--x=1", "q"}, {"p", "--x=2", "r"}) == "+p --x=1>--x=2 -q +r");
  CHECK(aligned({"a", "b"}, {"b", "a"}) == "-a b +a");
}

TEST_CASE("A typed command line is read and written again",
          "[circumstance][options]") {
  TypedStart start = read("env -u LANG A=1 ./prog -x 'a b' \"c\\\"d\"");
  CHECK(start.program == "./prog");
  CHECK(start.arguments == Words{"-x", "a b", "c\"d"});
  CHECK(start.unset == Words{"LANG"});
  CHECK(start.set == std::map<std::string, std::string>{{"A", "1"}});
  CHECK(shellCommand(start) == "env -u LANG A=1 ./prog -x 'a b' 'c\"d'");
  CHECK(shellCommand(read("./prog")) == "./prog");
  CHECK(shellCommand(read("A='x y' ./prog B=1")) == "env 'A=x y' ./prog B=1");
  CHECK(shellCommand(read("env $'A=x\\ny' 'f%=1' ./prog")) ==
        "env $'A=x\\ny' f%=1 ./prog");
  CHECK(start.in({{"LANG", "C"}, {"A", "0"}, {"B", "2"}}).environment() ==
        Words{"A=1", "B=2"});
}

TEST_CASE("A typed command line without a program is refused",
          "[circumstance][options]") {
  CHECK(refusal("") ==
        "'': there is no program in this command line; write the program and "
        "its arguments, as in './prog -v'");
  CHECK_FALSE(refusal("A=1").empty());
  CHECK_FALSE(refusal("env -u").empty());
  CHECK(refusal("env -i ./prog") ==
        "'env -i ./prog': of the options of env, only -u NAME is understood");
  CHECK(refusal("./prog 'a") ==
        "'./prog 'a': a quotation mark is not closed; close it, or write \\ "
        "before a mark that stands for itself");
}
