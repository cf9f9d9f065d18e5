// Lists the changes of a run to try, the most promising first.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_CHANGE_CHANGEPLAN_H
#define PINSTRIPE_LIB_DRIVER_CHANGE_CHANGEPLAN_H

#include "pinstripe/Analysis/UnitGraph.h"
#include "pinstripe/Execution/LiveChange.h"
#include "pinstripe/Result/ChangeSummary.h"
#include <memory>

namespace pinstripe {

/// Number of tests that are made together, in an order that suits the engine.
inline constexpr size_t maxTestsAtOnce = 2048;

/// One changed run to be made.
struct ChangeTest {
  size_t unit = 0; ///< Index into ChangePlan::units.
  ChangeForm form = ChangeForm::Single;
  EventIndex event{}; ///< The first event that is changed.
  LiveChange change;
};

/// An executed entry whose unit can be changed, as a whole or in one operand.
struct ChangeableUnit {
  EntryId entry{};
  /// The operand to be changed; nullopt for the whole unit.
  std::optional<OperandId> operand = {};
  std::vector<EventIndex> events;
  std::vector<FlowTarget> taken;  ///< Where control went after each event.
  std::vector<FlowTarget> places; ///< Places to which control can be sent.
  /// True if an execution of the unit, or a decision about one, is known to be
  /// needed for the output.
  bool isNearKept = true;
};

/// All changes of one run that are to be tried. Changes of all instances alike
/// come first: they take few runs and find defects that act several times. Then
/// come changes of single instances: in turns, each unit's last one, first one,
/// and the others from late to early. The three stages are: all instances; the
/// last and the first; the others. In each stage, operands come after whole
/// units. Units near those that a reduction has kept come first, then units
/// that are executed late, since a late error explains more.
class ChangePlan {
public:
  virtual ~ChangePlan() = default;

  const std::vector<ChangeableUnit> &units() const { return all; }
  /// Returns the number of tests.
  uint64_t size() const { return tests; }
  /// Returns the tests one by one; nullopt at the end.
  std::optional<ChangeTest> next();
  /// Returns the replaced value if the test replaces one, otherwise nullopt.
  virtual std::optional<ReplacedValue>
  replacedBy(const ChangeTest &test) const {
    return std::nullopt;
  }

protected:
  /// Number of places that are tried for each unit; others are left out.
  static constexpr size_t maxPlaces = 16;

  /// Lists the units, with where control went after each execution. Both
  /// arguments must outlive the object.
  ChangePlan(const UnitTable &table, const Trace &trace);
  /// Orders the tests of units that can be changed, and drops the others.
  /// `kept` is null if nothing is known to matter.
  void arrange(const EventSet *kept,
               llvm::function_ref<bool(const ChangeableUnit &)> canBeChanged);

  virtual void addForms(size_t unit, std::vector<ChangeTest> &out) const = 0;
  virtual void addSingles(size_t unit, size_t event,
                          std::vector<ChangeTest> &out) const = 0;

  const UnitTable &table;
  const Trace &trace;
  std::vector<ChangeableUnit> all;

private:
  /// A step in the order of tests. Round 0 changes all instances of a unit,
  /// round 1 the last one, round 2 the first one, and so on.
  struct Turn {
    size_t round = 0;
    bool isOfOperands = false;
  };

  void findNearKept(const EventSet &kept);
  void addTurn();
  void addTurnOf(size_t unit);
  Turn turnAfter(Turn turn) const;
  void countTests();

  std::vector<ChangeTest> queue; ///< The next test is at the back.
  uint64_t tests = 0;
  Turn turn;
  size_t rounds = 3;
};

/// Returns all executed conditions, including those on which nothing else
/// depended in the recorded run. Each is switched to every other place that
/// machine code knows: all instances alike or, if there are two ways and both
/// were taken, each instance the other way. Then come the operands of
/// conditions and of statements that compute a value: true, false, and the
/// other way, for all instances, and the other way for one instance. If an
/// operand is not evaluated, the run is the recorded one. `kept` is null if
/// nothing is known to matter.
std::unique_ptr<ChangePlan> planSwitches(const UnitTable &table,
                                         const Trace &trace,
                                         const EventSet *kept = nullptr);

/// Returns all executed units that can be skipped. A single omitted instance
/// leads where it led in the recorded run, so that for a condition only the
/// computation is omitted. Omitting all instances leads to one such place, for
/// conditions to each of the places in turn. If the run never returned from a
/// unit, it continues where machine code would. `kept` is null if nothing is
/// known to matter.
std::unique_ptr<ChangePlan> planOmissions(const UnitTable &table,
                                          const Trace &trace,
                                          const EventSet *kept = nullptr);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_CHANGE_CHANGEPLAN_H
