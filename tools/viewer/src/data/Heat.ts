// Computes the mark and the heat of each source line.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The heat says how often the line was executed, on a logarithmic scale.

import { markOfLine, type UnitMark } from './Marks';
import type { Report } from './Report';

/** Heat goes with the logarithm of the executions, from 0 to 1. */
export function heatLines(
  report: Report,
  file: number,
): Map<number, { mark: UnitMark | null; heat: number }> {
  let most = 1;
  for (let unit = 0; unit < report.meta.units.length; ++unit)
    most = Math.max(most, report.instances.count(unit));
  const lines = new Map<number, { mark: UnitMark | null; heat: number }>();
  for (const line of report.executedLines(file)) {
    const mark = markOfLine(report, file, line);
    const executed = mark?.executed ?? 0;
    const heat = Math.log(1 + executed) / Math.log(1 + most);
    lines.set(line, { mark, heat: Math.min(1, heat) });
  }
  return lines;
}
