// Tests of the documents that verbs store in a case directory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Store/ResultDocuments.h"
#include "TestSupport/Catch.h"
#include "pinstripe/Support/AtomicFile.h"
#include "pinstripe/Support/DirectoryTree.h"

using namespace pinstripe;
using llvm::cantFail;

namespace {

class DocumentsOfCase {
public:
  DocumentsOfCase()
      : folder(cantFail(TemporaryDirectory::create())),
        directory(cantFail(CaseDirectory::create(folder.path() + "/case"))),
        documents(directory) {
    record("one recording");
  }

  void record(const char *trace) {
    cantFail(writeFileAtomically(directory.traceFile(), trace));
  }
  void write(llvm::StringRef verb, llvm::StringRef document) {
    cantFail(documents.write(
        verb, [&](llvm::raw_ostream &stream) { stream << document; }));
  }
  /// Returns the names of the verbs that have stored a document about 34
  /// events.
  std::vector<std::string> read() {
    said.clear();
    std::vector<std::string> verbs;
    for (const auto &[verb, document] : documents.read(
             34, [&](llvm::StringRef text) { said.push_back(text.str()); }))
      verbs.push_back(verb);
    return verbs;
  }

  TemporaryDirectory folder;
  CaseDirectory directory;
  ResultDocuments documents;
  std::vector<std::string> said;
};

constexpr llvm::StringLiteral about34(R"({"trace": {"events": 34}})");
using Verbs = std::vector<std::string>;

} // namespace

TEST_CASE("documents of verbs are read back", "[store][documents]") {
  DocumentsOfCase stored;
  CHECK(stored.read().empty());
  CHECK_FALSE(stored.documents.expectedOutput());
  stored.write("locate", about34);
  stored.write("switch", about34);
  cantFail(stored.documents.writeExpectedOutput("sum = 12\n"));
  stored.write("reduce", about34);
  CHECK(stored.read() == Verbs{"locate", "reduce", "switch"});
  CHECK(stored.documents.expectedOutput() == "sum = 12\n");
  CHECK(stored.said.empty());
}

TEST_CASE("documents of another recording are never returned",
          "[store][documents]") {
  DocumentsOfCase stored;
  stored.write("locate", about34);
  cantFail(stored.documents.writeExpectedOutput("sum = 12\n"));
  stored.record("another recording");
  CHECK(stored.read().empty());
  CHECK_FALSE(stored.documents.expectedOutput());
  stored.write("slice", about34);
  CHECK(stored.read() == Verbs{"slice"});
}

TEST_CASE("a document that does not fit is left out with a sentence",
          "[store][documents]") {
  DocumentsOfCase stored;
  stored.write("locate", R"({"trace": {"events": 33}})");
  stored.write("omit", R"({"trace": )");
  stored.write("slice", "[]");
  stored.write("switch", about34);
  CHECK(stored.read() == Verbs{"switch"});
  REQUIRE(stored.said.size() == 3);
  for (const std::string &text : stored.said)
    CHECK(llvm::StringRef(text).contains("again"));
}
