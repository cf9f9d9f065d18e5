// Says in sentences why `locate` suspects a line.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "EvidenceText.h"
#include "KindNames.h"
#include "pinstripe/Report/UninitialisedText.h"
#include "pinstripe/Result/Text.h"

using namespace pinstripe;

static std::string quoted(llvm::StringRef text) {
  return "\"" + printable(text) + "\"";
}

std::string pinstripe::describeWrong(const WrongOutput &wrong) {
  std::string line = "line " + std::to_string(wrong.line);
  if (!wrong.printed && wrong.expected)
    return "the output ends before " + line + ", expected " +
           quoted(*wrong.expected);
  if (!wrong.printed)
    return "the output differs only in the end of its last line";
  std::string text = "wrong from " + line + ": " + quoted(*wrong.printed);
  if (!wrong.expected)
    return text + ", which was not expected";
  text += ", expected " + quoted(*wrong.expected);
  if (wrong.isMissing)
    return text + " before it";
  bool differsInBlanks = llvm::StringRef(*wrong.printed).rtrim() ==
                         llvm::StringRef(*wrong.expected).rtrim();
  return text +
         (differsInBlanks ? "; they differ only in blanks at the end" : "");
}

std::string EvidenceText::ofUse(uint32_t use) const {
  return describe(table, summary.uninitialised->uses[use]);
}

std::string EvidenceText::ofCrash(const CrashEvidence &evidence) const {
  std::string instance =
      " at #" + std::to_string(instances.instanceOf(evidence.event));
  if (evidence.depth == 0)
    return "crashed" + instance;
  if (evidence.depth == 1)
    return "the function that it called" + instance + " crashed";
  return "the run crashed " + std::to_string(evidence.depth) +
         " calls below it" + instance;
}

std::string EvidenceText::ofChange(llvm::StringRef change,
                                   const ChangeEvidence &evidence) const {
  std::string text;
  if (evidence.operand)
    text =
        "operand '" + printable(table.operand(*evidence.operand).text) + "' ";
  std::string instance =
      "#" + std::to_string(instances.instanceOf(evidence.event));
  text += change.str() +
          (evidence.isSingle ? " at " + instance : " each time") + ": " +
          describe(evidence.effect).str();
  // The sentence gives the number of trials, since one hit in many trials can
  // be a coincidence.
  return text + " (" + std::to_string(evidence.hits) + " of " +
         counted(evidence.trials, "trial") + ")";
}

std::string EvidenceText::ofSwitch(const ChangeEvidence &evidence) const {
  return ofChange("taken the other way", evidence);
}

std::string EvidenceText::ofOmission(const ChangeEvidence &evidence) const {
  return ofChange(
      evidence.leavesSwitch ? "with a `break` after it" : "left out", evidence);
}

std::string EvidenceText::ofReplacement(const ChangeEvidence &evidence) const {
  return ofChange(describe(*evidence.replaced), evidence);
}

std::string EvidenceText::ofMutation(const MutationEvidence &evidence) const {
  const Mutation &mutation = evidence.best.mutation;
  std::string text = "`" + printable(mutation.after) + "`";
  // If the removed statement was the whole line, the changed line is empty.
  std::string change = mutation.isInsertion     ? "with " + text + " before it"
                       : mutation.after.empty() ? "without it"
                                                : "written as " + text;
  return change + ": " + describe(evidence.best.effect).str() + " (" +
         std::to_string(evidence.hits) + " of " +
         counted(evidence.trials, "mutant") + ")";
}

llvm::StringRef EvidenceText::needText(bool isGuard) const {
  if (!summary.reduction.isComplete)
    return "not left out when the reduction was ended: ";
  if (summary.isAboutCrash)
    return isGuard ? "decides that it crashes: " : "the crash needs it: ";
  return isGuard ? "decides that the wrong line is printed as it is: "
                 : "the wrong line needs it: ";
}

std::string EvidenceText::ofKept(const LineEvidence &evidence) const {
  return needText(evidence.isGuard).str() + std::to_string(evidence.kept) +
         " of " + counted(evidence.executed, "instance");
}

std::string EvidenceText::ofSlices(const LineEvidence &evidence) const {
  std::string wrong = summary.isAboutCrash ? "the crash" : "the wrong line";
  std::string rightName =
      summary.isAboutCrash ? "earlier execution" : "right line";
  std::string right = evidence.rightOutputs == 0
                          ? ""
                          : std::to_string(evidence.rightOutputs) + " of " +
                                counted(summary.outputs, rightName);
  if (evidence.wrongValues != 0)
    return "its value goes into " + wrong +
           (!right.empty()         ? " and " + right
            : summary.outputs != 0 ? ", and no " + rightName
                                   : "");
  std::string text =
      wrong + (evidence.wrongOutputs != 0
                   ? " depends on it, by a decision or an address"
               : evidence.isRelevant
                   ? " could depend on it: another decision could have changed "
                     "a value there"
                   : " does not depend on it");
  return right.empty() ? text : text + "; its value goes into " + right;
}

std::vector<EvidenceText::Sentence>
EvidenceText::sentencesFor(const LineEvidence &evidence) const {
  std::vector<Sentence> sentences;
  for (uint32_t use : evidence.uninitialised)
    sentences.push_back({ofUse(use)});
  if (evidence.crashed)
    sentences.push_back({ofCrash(*evidence.crashed)});
  if (evidence.switched)
    sentences.push_back({ofSwitch(*evidence.switched)});
  if (evidence.omitted)
    sentences.push_back({ofOmission(*evidence.omitted)});
  if (evidence.replaced)
    sentences.push_back({ofReplacement(*evidence.replaced)});
  if (evidence.mutated)
    sentences.push_back({ofMutation(*evidence.mutated)});
  if (evidence.kept != 0)
    sentences.push_back({ofKept(evidence)});
  if (evidence.wrongOutputs + evidence.rightOutputs != 0 || evidence.isRelevant)
    sentences.push_back({ofSlices(evidence), /*isWeak=*/true});
  if (summary.passingRuns != 0)
    sentences.push_back({"executed by " + std::to_string(evidence.passingRuns) +
                             " of " +
                             counted(summary.passingRuns, "passing run"),
                         /*isWeak=*/true});
  return sentences;
}

std::string EvidenceText::ofRemedy(const LineEvidence &evidence,
                                   Remedy::Kind kind) const {
  switch (kind) {
  case Remedy::Kind::Mutation:
    return ofMutation(*evidence.mutated);
  case Remedy::Kind::Switch:
    return ofSwitch(*evidence.switched);
  case Remedy::Kind::Replacement:
    return ofReplacement(*evidence.replaced);
  case Remedy::Kind::Omission:
    return ofOmission(*evidence.omitted);
  }
  llvm_unreachable("not a kind");
}
