// Explains the marks that the report has.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import { useApp } from './Context';
import { MarkSign } from './Links';
import { Term } from './Term';

export function Legend() {
  const { report } = useApp();
  return (
    <span class="legend">
      <span>
        <MarkSign mark="●" /> <Term word={report.keptWord} />
      </span>
      {(report.meta.guards?.length ?? 0) > 0 && (
        <span>
          <MarkSign mark="◆" /> <Term word="guard" />
        </span>
      )}
      {report.sets.has('cleanups') && (
        <span>
          <MarkSign mark="+" /> clean-up
        </span>
      )}
      {report.meta.units.some((unit) => unit.pinned) && (
        <span>
          <MarkSign mark="○" /> <Term word="pinned" />
        </span>
      )}
      <span>
        <MarkSign mark="·" /> executed, not needed
      </span>
      <span>
        <span class="heat" style={{ '--heat': 0.7 }} /> executions
      </span>
    </span>
  );
}
