// Describes a statement by its text with the values of its variables.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_VALUES_STATEMENTVALUES_H
#define PINSTRIPE_LIB_DRIVER_VALUES_STATEMENTVALUES_H

#include "Values/OperandValues.h"
#include "pinstripe/Result/EventValues.h"

namespace pinstripe {

/// Describes one event (execution of a statement) by the text of its statement,
/// in which variables are replaced by their values. A variable that a call has
/// changed keeps its name in the text, and its new value comes after an arrow
/// (`->`).
EventValues describeValues(const StatementUnit &unit,
                           const StatementVariables &operands,
                           EventOperands &event);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_VALUES_STATEMENTVALUES_H
