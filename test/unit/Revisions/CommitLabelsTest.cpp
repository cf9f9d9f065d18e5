// Tests which commit each change of a difference is said to come from.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Revisions/CommitLabels.h"
#include "States.h"

using namespace pinstripe;

/// Returns the commits of all changes of the difference between the first and
/// the last of some trees, in the order of the changes.
static std::vector<uint32_t> commitsOf(TestStore &test,
                                       llvm::ArrayRef<TestTree> trees) {
  std::vector<StateId> states;
  for (const TestTree &tree : trees)
    states.push_back(test.state(tree));
  SourceDifference difference = llvm::cantFail(
      differenceBetween(test.store, states.front(), states.back()));
  llvm::cantFail(labelCommits(difference, test.store, states));
  Configuration all = Configuration::full(difference.changes.size());
  CHECK(test.mixed(difference, all) == difference.to);
  std::vector<uint32_t> commits;
  for (const RevisionChange &change : difference.changes)
    commits.push_back(change.commit);
  return commits;
}

using Commits = std::vector<uint32_t>;

TEST_CASE("a change has the commit that made it, and early commits come first",
          "[revisions][commits]") {
  TestStore test;
  CHECK(commitsOf(test, {TestTree{{"f", "a\nb\nc\nd\ne\n"}},
                         TestTree{{"f", "a\nb\nc\nd\nE\n"}},
                         TestTree{{"f", "A\nb\nc\nd\nE\n"}}}) == Commits{1, 2});
}

TEST_CASE("a hunk has the last commit that changed it",
          "[revisions][commits]") {
  TestStore test;
  CHECK(commitsOf(test,
                  {TestTree{{"f", "a\nb\nc\n"}}, TestTree{{"f", "a\nB\nc\n"}},
                   TestTree{{"f", "a\nB\nC\n"}}}) == Commits{2, 2});
}

TEST_CASE("a change that was undone has no commit", "[revisions][commits]") {
  TestStore test;
  CHECK(commitsOf(test,
                  {TestTree{{"f", "a\nb\nc\n"}}, TestTree{{"f", "a\nX\nc\n"}},
                   TestTree{{"f", "a\nb\nc\n"}},
                   TestTree{{"f", "a\nb\nC\n"}}}) == Commits{3});
}

TEST_CASE("commits are followed through new names", "[revisions][commits]") {
  TestStore test;
  std::string text = "1\n2\n3\n4\n5\n6\n7\n8\n";
  CHECK(commitsOf(test, {TestTree{{"f", text}}, TestTree{{"f", "0\n" + text}},
                         TestTree{{"g", "0\n" + text}},
                         TestTree{{"g", "0\n" + text + "9\n"}}}) ==
        // The change of the name belongs to the last commit that touched the
        // file.
        Commits{1, 3, 3});
}

TEST_CASE("new, deleted and binary files have commits",
          "[revisions][commits]") {
  TestStore test;
  CHECK(commitsOf(test,
                  {TestTree{{"gone", "x\n"}, {"bin", std::string("\0a", 2)}},
                   TestTree{{"gone", "x\n"},
                            {"bin", std::string("\0a", 2)},
                            {"new", "y\n"}},
                   TestTree{{"bin", std::string("\0a", 2)}, {"new", "y\n"}},
                   TestTree{{"bin", std::string("\0b", 2)}, {"new", "y\n"}}}) ==
        Commits{1, 2, 3});
}
