// The source lines of a reduction's result, with marks as on the terminal.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import { markOfLine, type UnitMark } from './Marks';
import type { Report } from './Report';

export interface ResultLine {
  line: number;
  text: string;
  mark: UnitMark;
  /** True if lines between the one before and this one are not here. */
  hasGap: boolean;
}

export interface ResultFunction {
  name: string;
  file: number;
  /** Without clean-ups. */
  kept: number;
  executed: number;
  lines: ResultLine[];
}

/** The function that an executed unit belongs to. */
export function functionOfUnit(report: Report, unit: number): number {
  const events = report.instances.of(unit);
  if (events.length === 0) return report.meta.units[unit].function ?? -1;
  return report.invocations.functionOf[report.invocationOf[events[0]]];
}

/** Returns for each executed function its lines in which something is kept. */
export function linesOfResult(report: Report): ResultFunction[] {
  const found = new Map<number, ResultFunction>();
  const lines = new Map<number, Set<number>>();
  report.meta.units.forEach((unit, index) => {
    const count = report.unitCount(index);
    if (count.executed === 0) return;
    const key = functionOfUnit(report, index);
    let entry = found.get(key);
    if (!entry) {
      const name = report.functionName(key);
      entry = { name, file: unit.file, kept: 0, executed: 0, lines: [] };
      found.set(key, entry);
      lines.set(key, new Set());
    }
    entry.kept += count.kept;
    entry.executed += count.executed;
    if (count.kept + count.cleanups > 0) lines.get(key)!.add(unit.line);
  });
  for (const [key, entry] of found) {
    const text = report.meta.files[entry.file]?.text?.split('\n') ?? [];
    let before = -1;
    for (const line of [...lines.get(key)!].sort((a, b) => a - b)) {
      const mark = markOfLine(report, entry.file, line);
      if (!mark) continue;
      const hasGap = before >= 0 && line > before + 1;
      before = line;
      entry.lines.push({ line, text: text[line - 1] ?? '', mark, hasGap });
    }
  }
  return [...found.values()].sort(
    (a, b) =>
      a.file - b.file || (a.lines[0]?.line ?? 0) - (b.lines[0]?.line ?? 0),
  );
}
