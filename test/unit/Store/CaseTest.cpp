// Tests of reading and writing cases.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Store/Case.h"
#include "Errors.h"
#include "TestSupport/Catch.h"
#include "pinstripe/Support/Error.h"

using namespace pinstripe;

namespace {

Case fullCase() {
  Case value;
  value.launch.program = "/src/project/sample";
  value.launch.argument0 = "./sample";
  value.launch.arguments = {"-v", "two words", ""};
  value.launch.environment = {"LANG=C", "EMPTY="};
  value.launch.standardInput = "/src/project/in.txt";
  value.launch.workingDirectory = "/src/project";
  value.launch.observedFiles = {"out.txt"};
  value.launch.poison = Poison::Zero;
  value.launch.schedule = 3;
  value.launch.flow = Flow::Guarded;
  value.launch.unrecordedCalls = UnrecordedCalls::Skip;
  value.launch.wallLimitSeconds = 2.5;
  value.launch.eventLimit = 123456789012;
  value.launch.outputLimitBytes = 4096;
  value.predicate.sameStderr = true;
  value.predicate.sameExit = true;
  value.predicate.sameCrash = true;
  value.predicate.keep = {"sum = .*", "mul = [0-9]+"};
  value.predicate.watches = {"a.c:3:p->x[i]#2"};
  value.predicate.sameFiles = {"out.txt"};
  value.predicate.checks = {"./check.sh 'a b'"};
  value.repeat = 5;
  value.compilationDatabase = "/src/project/build";
  value.buildHash = "0123456789abcdef";
  value.modules = {{"/home/me/libone.so.1", "fedcba"}, {"/opt/lib \n2", ""}};
  return value;
}

Case roundTrip(Case value) {
  // Every case has a working directory.
  if (value.launch.workingDirectory.empty())
    value.launch.workingDirectory = "/";
  return llvm::cantFail(parseCase(formatCase(value), "case.yaml"));
}

std::string refusalOf(llvm::StringRef text) {
  return messageOf<TraceFormatError>(parseCase(text, "case.yaml"));
}

} // namespace

TEST_CASE("Every field of a case is read as it was written", "[store][case]") {
  const Case value = fullCase(), read = roundTrip(value);
  CHECK(read.launch.program == value.launch.program);
  CHECK(read.launch.argument0 == value.launch.argument0);
  CHECK(read.launch.arguments == value.launch.arguments);
  CHECK(read.launch.environment == value.launch.environment);
  CHECK(read.launch.standardInput == value.launch.standardInput);
  CHECK(read.launch.workingDirectory == value.launch.workingDirectory);
  CHECK(read.launch.observedFiles == value.launch.observedFiles);
  CHECK(read.launch.poison == Poison::Zero);
  CHECK(read.launch.schedule == 3);
  CHECK(read.launch.unrecordedCalls == UnrecordedCalls::Skip);
  CHECK(read.launch.wallLimitSeconds == 2.5);
  CHECK(read.launch.eventLimit == 123456789012);
  CHECK(read.launch.outputLimitBytes == 4096);
  CHECK_FALSE(read.predicate.sameStdout);
  CHECK(read.predicate.sameStderr);
  CHECK(read.predicate.sameExit);
  CHECK(read.predicate.sameCrash);
  CHECK(read.predicate.keep == value.predicate.keep);
  CHECK(read.predicate.watches == value.predicate.watches);
  CHECK(read.predicate.sameFiles == value.predicate.sameFiles);
  CHECK(read.predicate.checks == value.predicate.checks);
  CHECK(read.launch.flow == Flow::Guarded);
  CHECK(read.repeat == 5);
  CHECK(read.compilationDatabase == value.compilationDatabase);
  CHECK(read.buildHash == value.buildHash);
  REQUIRE(read.modules.size() == 2);
  CHECK(read.modules[0].path == "/home/me/libone.so.1");
  CHECK(read.modules[0].buildHash == "fedcba");
  CHECK(read.modules[1].path == "/opt/lib \n2");
  CHECK(read.modules[1].buildHash.empty());
}

TEST_CASE("Any bytes in an argument are read as they were written",
          "[store][case]") {
  Case value;
  value.launch.program = "/p";
  for (int byte = 0; byte < 256; ++byte)
    for (const char *shape : {"%", "a%", "%a", "a % b", "%%"}) {
      std::string argument;
      for (char c : std::string(shape))
        argument += c == '%' ? static_cast<char>(byte) : c;
      value.launch.arguments.push_back(argument);
    }
  for (const char *argument : {"~",
                               "null",
                               "true",
                               "no",
                               "1e3",
                               "0x10",
                               "- a",
                               "? a",
                               "a: b",
                               "a #b",
                               "#",
                               "'",
                               "\"",
                               "'a'",
                               "\"a\\n\"",
                               "\\",
                               "a\\tb",
                               "[a]",
                               "{a: b}",
                               "&a",
                               "*a",
                               "!a",
                               "|",
                               ">",
                               "%a",
                               "@a",
                               "`a`",
                               "---",
                               "...",
                               " a",
                               "a ",
                               "base64:",
                               "base64:YQ==",
                               "gr\xc3\xbc\xc3\x9f",
                               "\xe2\x80\xa8",
                               "\xef\xbb\xbf",
                               "\xc2\x85",
                               "\xf0\x9f\x98\x80",
                               "\xed\xa0\x80",
                               "line\nline\n",
                               "\r\n",
                               "\t",
                               "a\tb"})
    value.launch.arguments.push_back(argument);
  value.launch.arguments.push_back(std::string(5000, 'x') + " " +
                                   std::string(5000, 'y'));
  const std::vector<std::string> read = roundTrip(value).launch.arguments;
  REQUIRE(read.size() == value.launch.arguments.size());
  for (size_t i = 0; i < read.size(); ++i) {
    CAPTURE(i);
    CHECK(read[i] == value.launch.arguments[i]);
  }
}

TEST_CASE("Fields that a case omits have their defaults", "[store][case]") {
  Case value = llvm::cantFail(
      parseCase("version: 2\nprogram: /p\ndirectory: /\n", "case.yaml"));
  CHECK(value.launch.program == "/p");
  CHECK(value.launch.arguments.empty());
  CHECK(value.launch.poison == Poison::Pattern);
  CHECK(value.launch.wallLimitSeconds == LaunchSpec().wallLimitSeconds);
  CHECK(value.predicate.isEmpty());
  CHECK(value.launch.flow == Flow::Trace);
  CHECK_FALSE(value.launch.schedule);
  CHECK(value.repeat == 3);
}

TEST_CASE("A field that a later release has added is skipped",
          "[store][case]") {
  Case value = llvm::cantFail(
      parseCase("version: 2\nprogram: /p\nnovelty: {a: [1, 2]}\npoison: zero\n"
                "directory: /\n",
                "case.yaml"));
  CHECK(value.launch.poison == Poison::Zero);
}

TEST_CASE("A case of another version is refused by number", "[store][case]") {
  CHECK(refusalOf("version: 7\nnothing: known\n") ==
        "case.yaml: a case of version 7; this pinstripe reads version 2; "
        "record it again");
  // In version 1, --same-exit meant any crash by the same signal.
  CHECK(contains(refusalOf("version: 1\nprogram: /p\n"), "version 1"));
}

TEST_CASE("A case that can't be read is refused with the place",
          "[store][case]") {
  CHECK(contains(refusalOf("version: 2\nprogram: /p\npoison: purple\n"),
                 "case.yaml:3:9: unknown enumerated scalar"));
  CHECK(contains(refusalOf("version: 2\nprogram: /p\nrepeat: often\n"),
                 "case.yaml:3:9: invalid number"));
  CHECK(contains(refusalOf("version: 2\nprogram: /p\narguments:\n  - "
                           "base64:***\n"),
                 "case.yaml:4:5: no valid base64"));
  CHECK(contains(refusalOf("version: 2\n"), "missing required key 'program'"));
  CHECK(contains(refusalOf("program: /p\n"), "missing required key 'version'"));
  CHECK(contains(refusalOf("version: 2\nprogram: [a\n"), "case.yaml:"));
  CHECK(contains(refusalOf("version: 2\nprogram: /p\nflow: sideways\n"),
                 "case.yaml:3:7: unknown enumerated scalar"));
}

TEST_CASE("A case whose file was cut off is refused", "[store][case]") {
  CHECK(refusalOf("version: 2\nprogram: /p\n") ==
        "case.yaml: ends too early; record it again");
}

TEST_CASE("A text that is not a case is refused", "[store][case]") {
  for (const char *text : {"", "\n", "just text\n", "- a\n- b\n", "{}", "\"",
                           "\xff\xfe", "%YAML 9\n---\n", "a: b: c\n"}) {
    CAPTURE(text);
    std::string refusal = refusalOf(text);
    CHECK(llvm::StringRef(refusal).starts_with("case.yaml"));
    CHECK(llvm::StringRef(refusal).ends_with("; record it again"));
  }
}

TEST_CASE("A case with deeply nested lists is refused", "[store][case]") {
  for (llvm::StringRef part : {"[", "{a: ", "- ", "{? "}) {
    std::string text = "version: 2\nprogram: a\nmore:\n  ";
    for (int i = 0; i < 100000; ++i)
      text += part;
    CHECK(refusalOf(text) == "case.yaml: not a case, with lists in lists "
                             "without end; record it again");
  }
}
