// Tests searches of texts in programming languages.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TestSupport/Languages.h"
#include "pinstripe/Circumstance/TreeSearch.h"
#include <functional>

using namespace pinstripe;
using pinstripe::test::known;

namespace {

using FailsOn = std::function<bool(llvm::StringRef)>;

/// Judges texts, and remembers all of them.
class LanguageTester : public RunTester {
public:
  LanguageTester(FailsOn failsOn, std::vector<std::string> &tests)
      : failsOn(std::move(failsOn)), tests(tests) {}
  llvm::Expected<TestedRun> test(const Materials &materials,
                                 const std::atomic<bool> &) override {
    const std::string &text = *materials.standardInput;
    tests.push_back(text);
    TestedRun run;
    run.outcome = failsOn(text) ? Outcome::Fail : Outcome::Pass;
    return run;
  }

private:
  FailsOn failsOn;
  std::vector<std::string> &tests;
};

/// A search of a text that needs no process.
struct LanguageTrial {
  LanguageTrial(const Language &language, const std::string &text,
                FailsOn failsOn)
      : reader(llvm::cantFail(LanguageReader::create(language, text))),
        lanes(
            1,
            [this, failsOn, &language](unsigned) {
              return syntaxTester(
                  language, reader->errors(), "",
                  std::make_unique<LanguageTester>(failsOn, tests));
            },
            stop),
        text(text) {}

  std::string run(TreeMethod method = TreeMethod::Usual) {
    TreeRequest request;
    request.reader = reader;
    request.grammar =
        std::shared_ptr<const Grammar>(reader, &reader->grammar());
    request.tree = reader->read(text);
    request.method = method;
    request.algorithm = llvm::cantFail(
        findAlgorithm(method == TreeMethod::Levels ? "ddmin" : "halving"));
    request.fixpoint = true;
    TreeSearch search(std::move(request), lanes, memory, summary);
    orFail(search.run(observer, stop));
    CHECK(summary.runs == tests.size());
    return search.text().str();
  }

  std::shared_ptr<LanguageReader> reader;
  std::atomic<bool> stop = false;
  OutcomeMemory memory;
  std::vector<std::string> tests;
  TestLanes lanes;
  ReductionObserver observer;
  InputSummary summary;
  std::string text;
};

/// Checks that no tested text has more errors than the first one.
void checkTests(const Language &language, const LanguageTrial &search) {
  LanguageChecker checker(language, search.reader->errors());
  for (const std::string &text : search.tests) {
    INFO(text);
    CHECK(checker.accepts(text));
  }
}

} // namespace

TEST_CASE("a text in a language is reduced to what fails, by few tests",
          "[circumstance][language]") {
  const Language *json = known("json");
  if (!json)
    return;
  std::string text = "{\"list\": [";
  for (int i = 0; i < 1000; ++i)
    text += "{\"n\": " + std::to_string(i) + ", \"s\": \"text\"},\n  ";
  text += "null]}";
  LanguageTrial search(
      *json, text, [](llvm::StringRef input) { return input.contains("777"); });
  CHECK(search.run() == "777");
  CHECK(search.tests.size() == 35);
  CHECK(search.summary.minimality == Minimality::OneMinimal);
  checkTests(*json, search);
}

TEST_CASE("each algorithm for trees gives well-formed texts only",
          "[circumstance][language]") {
  const Language *c = known("c");
  if (!c)
    return;
  std::string text = "#include <a.h>\n"
                     "/* f */\n"
                     "int f(int aa, char *b, ...) {\n"
                     "  if (aa > 3 && !b) {\n"
                     "    for (int i = 0; i < aa; i++)\n"
                     "      return (sizeof b) - -g(aa, bug, 1);\n"
                     "  } else\n"
                     "    aa++;\n"
                     "  switch (aa) { case 1: aa = 2; default: break; }\n"
                     "}\n";
  auto method = GENERATE(TreeMethod::Usual, TreeMethod::Levels,
                         TreeMethod::Book, TreeMethod::BookByDepth);
  LanguageTrial search(
      *c, text, [](llvm::StringRef input) { return input.contains("bug"); });
  std::string smallest = search.run(method);
  CHECK(smallest.find("bug") != std::string::npos);
  CHECK(smallest.size() < (method == TreeMethod::Usual ? 40U : text.size()));
  CHECK(search.summary.minimality == Minimality::OneMinimal);
  checkTests(*c, search);
}

TEST_CASE("blocks that are indented stay so", "[circumstance][language]") {
  const Language *python = known("python");
  if (!python)
    return;
  std::string text = "# a\n"
                     "if a:\n"
                     "    while b:\n"
                     "        c = 1\n"
                     "\n"
                     "        bug()\n"
                     "    d = 2\n"
                     "else:\n"
                     "    e = 3\n";
  LanguageTrial search(*python, text, [](llvm::StringRef input) {
    return input.contains("bug") && input.contains("while") &&
           input.contains("d =");
  });
  CHECK(search.run() == "while b:\n\n    bug\nd =1\n");
  checkTests(*python, search);
}

TEST_CASE("a text of many levels needs few tests", "[circumstance][language]") {
  const Language *html = known("html");
  if (!html)
    return;
  std::string text;
  for (int i = 0; i < 200; ++i)
    text += "<b>x";
  text += "<bug>";
  LanguageTrial search(*html, text, [](llvm::StringRef input) {
    return input.contains("<bug");
  });
  CHECK(search.run() == "<bug>");
  CHECK(search.tests.size() < 30);
  checkTests(*html, search);
}

TEST_CASE("errors of the first text may stay, but no others come",
          "[circumstance][language]") {
  const Language *json = known("json");
  if (!json)
    return;
  LanguageTrial search(
      *json, "[1, 2, , {\"bug\": 3}, 4]",
      [](llvm::StringRef input) { return input.contains("bug"); });
  CHECK(search.reader->errors() == 1);
  CHECK(search.run() == "{\"bug\": 3}");
  checkTests(*json, search);
}
