// Lists the changes of a run for a search to try, the most promising first.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A change that makes the wrong output right shows where the defect can be.

#ifndef PINSTRIPE_LIB_DRIVER_CHANGE_CHANGEPLAN_H
#define PINSTRIPE_LIB_DRIVER_CHANGE_CHANGEPLAN_H

#include "pinstripe/Analysis/UnitGraph.h"
#include "pinstripe/Execution/LiveChange.h"
#include "pinstripe/Result/ChangeSummary.h"
#include "pinstripe/Result/SourceLine.h"
#include <memory>
#include <set>

namespace pinstripe {

/// The largest number of changed runs that are given to the engine at once. The
/// engine makes these runs in the order that suits it best.
inline constexpr size_t maxTestsAtOnce = 2048;

/// A test: one changed run that is to be made.
struct ChangeTest {
  size_t unit = 0; ///< index of the changed statement in ChangePlan::units()
  ChangeForm form = ChangeForm::Single;
  /// The instance of the statement that is changed; the first such instance if
  /// the test changes several.
  EventIndex event{};
  LiveChange change;
};

/// A statement that a test can change, or an operand of `&&`, `||` or `?` that
/// a test can change. If control can enter the statement at several addresses,
/// each address has its own ChangeableUnit.
struct ChangeableUnit {
  EntryId entry{};
  /// The operand that is changed; nullopt if the whole statement is changed.
  std::optional<OperandId> operand = {};
  std::vector<EventIndex> events;
  /// The places where control went after the executions of the statement: one
  /// place for each event in `events`, in the same order.
  std::vector<FlowTarget> taken;
  /// The places to which a change can send control after the statement.
  std::vector<FlowTarget> places;
  /// True if a change lets the statement be executed and then leaves the
  /// `switch`, as a `break` after the statement would. Such a change is tried
  /// if, in the recorded run, control went from the statement to the next group
  /// of case labels. `places` then holds only the end of the `switch`.
  bool leavesSwitch = false;
  /// True if the statement is changed before other statements. This holds if a
  /// reduction has kept an execution of the statement, or the decision or call
  /// that led to an execution. It also holds if no decision or call led to an
  /// execution, since that execution happens in every run. Always true if there
  /// was no reduction.
  bool isNearKept = true;
};

/// All changes of one run that are to be tried, in three stages:
/// - First, all instances (executions) of a statement are changed alike. This
///   takes few runs and finds defects that do harm in several instances.
/// - Then the last instance of each statement is changed, and then the first.
/// - Then all other instances are changed, from late to early.
/// Each stage changes whole statements before single operands. It begins with
/// the statements near those that a reduction has kept. Apart from that,
/// statements that are executed late come first, since they are nearer to the
/// wrong output.
///
/// If kept events are known, "last" means the last instance that is not later
/// than all of them. This instance is then changed in the first stage already,
/// since in a long run there may be no time for the second stage. Instances
/// that are later than all kept events come at the end.
class ChangePlan {
public:
  virtual ~ChangePlan() = default;

  const std::vector<ChangeableUnit> &units() const { return all; }
  /// Drops the statements that are in none of `lines`. Must be called before
  /// next().
  void restrictTo(const std::set<SourceLine> &lines);
  /// Returns the number of all changed runs in the plan.
  uint64_t size() const { return tests; }
  /// Returns the next test; nullopt if there are no more tests.
  std::optional<ChangeTest> next();
  /// Returns the recorded value of a variable and the value that replaces it in
  /// the test. Returns nullopt if the test replaces no value.
  virtual std::optional<ReplacedValue>
  replacedBy(const ChangeTest &test) const {
    return std::nullopt;
  }

protected:
  /// The largest number of places to which the tests send control after one
  /// statement. Further places are not tried.
  static constexpr size_t maxPlaces = 16;

  /// Lists the statements of the trace, and where control went after each of
  /// their executions. `table` and `trace` must outlive this object.
  ChangePlan(const UnitTable &table, const Trace &trace);
  /// Removes from the plan all statements for which `canBeChanged` returns
  /// false, and sorts the others in the order in which they are changed. `kept`
  /// are the events that a reduction has shown to be needed; null if there was
  /// no reduction.
  void arrange(const EventSet *kept,
               llvm::function_ref<bool(const ChangeableUnit &)> canBeChanged);

  virtual void addForms(size_t unit, std::vector<ChangeTest> &out) const = 0;
  virtual void addSingles(size_t unit, size_t event,
                          std::vector<ChangeTest> &out) const = 0;

  const UnitTable &table;
  const Trace &trace;
  std::vector<ChangeableUnit> all;

private:
  /// Describes the tests of one round. They change either whole statements or
  /// operands of conditions. Round 0 changes all instances of a statement at
  /// once. Round 1 changes the last instance, round 2 the first, round 3 the
  /// one before the last, and so on. If kept events are known, round 0 does
  /// the work of round 1, too.
  struct Turn {
    size_t round = 0;
    bool isOfOperands = false;
  };

  void findNearKept(const EventSet &kept);
  size_t countInTime(const ChangeableUnit &unit) const;
  size_t instanceAt(const ChangeableUnit &unit, size_t round) const;
  void addTurn();
  void addTurnOf(size_t unit);
  Turn turnAfter(Turn turn) const;
  void countTests();

  /// The next tests in reverse order: the last element is the test that is made
  /// first.
  std::vector<ChangeTest> queue;
  uint64_t tests = 0;
  Turn turn;
  size_t rounds = 3;
  /// The last kept event; nullopt if no kept events are known.
  std::optional<EventIndex> lastKept;
};

/// Plans tests for all conditions that the run executed, including those on
/// which nothing else depended.
/// - A test sends control from a condition to one of the places to which its
///   machine code can lead. It does so in a single instance, or in all.
/// - If control went from a condition to two places, a further test sends each
///   instance to the other place.
/// - Other tests make an operand of `&&`, `||` or `?` true, make it false, or
///   invert it, in all instances. Further tests invert the operand in a single
///   instance. If an operand is not evaluated, nothing changes.
///
/// `kept` are the events that a reduction has shown to matter; null if nothing
/// is known. The conditions near them are tried first.
std::unique_ptr<ChangePlan> planSwitches(const UnitTable &table,
                                         const Trace &trace,
                                         const EventSet *kept = nullptr);

/// Plans tests for all statements that the run executed and that can be
/// skipped.
/// - Some tests omit a single instance. Control then goes on where it went in
///   the recorded run. If the instance is a condition, it is not computed, but
///   decides as recorded.
/// - Some tests omit all instances. Control then goes from all of them to the
///   same place. Each place to which control went in the recorded run has such
///   a test.
/// - If an instance was the last event of its function call, the recording does
///   not show where control went. The tests then use the places to which the
///   machine code can lead.
/// - If control went from one group of case labels to the next, a test leaves
///   the `switch` after each instance, as a `break` would. Further tests leave
///   it after a single instance.
///
/// `kept` are the events that a reduction has shown to matter; null if nothing
/// is known. The statements near these events are tried first.
std::unique_ptr<ChangePlan> planOmissions(const UnitTable &table,
                                          const Trace &trace,
                                          const EventSet *kept = nullptr);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_CHANGE_CHANGEPLAN_H
