// Says in sentences why `locate` suspects a line.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_REPORT_EVIDENCETEXT_H
#define PINSTRIPE_LIB_REPORT_EVIDENCETEXT_H

#include "pinstripe/Result/ExplainSummary.h"
#include "pinstripe/Result/LocateSummary.h"
#include "pinstripe/Trace/InstanceTable.h"

namespace pinstripe {

/// Says at which line the output begins to be wrong: `wrong from line 4: "b",
/// expected "c"`.
std::string describeWrong(const WrongOutput &wrong);

/// Says in words what experiments and slices found out about lines of source.
/// All sentences begin with a small letter and have no period at the end.
class EvidenceText {
public:
  /// Both arguments of the constructor must outlive this object.
  EvidenceText(const LocateSummary &summary, const InstanceTable &instances)
      : summary(summary), table(summary.table), instances(instances) {}

  /// A sentence that says why a line of source may be wrong.
  struct Sentence {
    std::string text;
    /// True if this evidence alone would be weak. The sentence can then be
    /// shown less prominently.
    bool isWeak = false;
  };
  /// Returns a sentence for each piece of evidence that a line is wrong.
  std::vector<Sentence> sentencesFor(const LineEvidence &evidence) const;

  /// Describes a use of uninitialised memory. `use` is the index of this use in
  /// UninitialisedMemory::uses.
  std::string ofUse(uint32_t use) const;
  /// Says that the program crashed while a statement on the line was being
  /// executed: "a function that it called at #2 crashed".
  std::string ofCrash(const CrashEvidence &evidence) const;
  /// Describes the effect that a change of a statement had: "taken the other
  /// way at #2: the expected output comes out (1 of 3 trials)".
  std::string ofSwitch(const ChangeEvidence &evidence) const;
  std::string ofOmission(const ChangeEvidence &evidence) const;
  std::string ofReplacement(const ChangeEvidence &evidence) const;
  /// Describes the effect of a small change of the source: "written as `if (a
  /// <= b)`: the expected output comes out (4 of 61 mutants)".
  std::string ofMutation(const MutationEvidence &evidence) const;
  /// Says that the output needs a line of source, according to a reduction:
  /// "the wrong line needs it: 1 of 3 instances". A reduction that ended early
  /// may not have tried to leave the line out; then the output may not need it.
  std::string ofKept(const LineEvidence &evidence) const;
  /// Describes which lines of the output depend on a line of the source: "its
  /// value goes into the wrong line and 1 of 3 right lines".
  std::string ofSlices(const LineEvidence &evidence) const;
  /// Describes the effect of the best change of a kind (mutation, switch,
  /// replacement or omission) that was made in a line. The line must have
  /// evidence from a change of this kind.
  std::string ofRemedy(const LineEvidence &evidence, Remedy::Kind kind) const;

private:
  std::string ofChange(llvm::StringRef change,
                       const ChangeEvidence &evidence) const;
  llvm::StringRef needText(bool isGuard) const;

  const LocateSummary &summary;
  const UnitTable &table;
  const InstanceTable &instances;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_REPORT_EVIDENCETEXT_H
