// Chooses the marks of statements and lines, as in reports on the terminal.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import type { Report } from './Report';

export type Mark = '●' | '◆' | '+' | '○' | '·';

export const markMeaning: Record<Mark, string> = {
  '●': 'critical: skip any one of these and the output is no longer reproduced',
  '◆': 'guard: a condition that decides, as it did in the run, whether others happen',
  '+': 'clean-up: skipped if its object is not constructed, otherwise executed',
  '○': 'pinned: cannot be skipped on its own, so always executed',
  '·': 'executed in the run, not needed',
};

/** What a mark means in this report: what is not certified is only kept. */
export function meaningOfMark(report: Report, mark: Mark): string {
  return mark === '●' && !report.isCertified
    ? 'kept: these together reproduce the output; not every one needs to be critical'
    : markMeaning[mark];
}

export const markClass: Record<Mark, string> = {
  '●': 'critical',
  '◆': 'guard',
  '+': 'cleanup',
  '○': 'pinned',
  '·': 'executed',
};

export function markOfEvent(report: Report, event: number): Mark {
  if (report.isCleanup(event)) return '+';
  if (report.isKept(event)) return report.isGuard(event) ? '◆' : '●';
  return report.isPinned(event) ? '○' : '·';
}

/** Writes numbers as ranges: 2-6, 9. After `most` ranges come dots. */
export function ranges(numbers: ArrayLike<number>, most = 3): string {
  const parts: string[] = [];
  for (let i = 0; i < numbers.length;) {
    let last = i;
    while (last + 1 < numbers.length && numbers[last + 1] === numbers[last] + 1)
      ++last;
    parts.push(last === i ? `${numbers[i]}` : `${numbers[i]}-${numbers[last]}`);
    i = last + 1;
    if (parts.length === most && i < numbers.length) {
      parts.push('…');
      break;
    }
  }
  return parts.join(', ');
}

function countRanges(numbers: number[]): number {
  return numbers.filter((number, i) => i === 0 || number > numbers[i - 1] + 1)
    .length;
}

export interface UnitMark {
  mark: Mark;
  /** "#2-6 of 6", "0 of 7", or "5 of 9" if there are many ranges. */
  label: string;
  executed: number;
  kept: number;
}

/** The mark of a statement, from those of its instances; null if not executed. */
export function markOfUnit(report: Report, unit: number): UnitMark | null {
  const events = report.instances.of(unit);
  if (events.length === 0) return null;
  const kept: number[] = [];
  for (let i = 0; i < events.length; ++i)
    if (report.isKept(events[i])) kept.push(i + 1);
  const mark =
    kept.length > 0
      ? markOfEvent(report, events[kept[0] - 1])
      : report.meta.units[unit].pinned
        ? '○'
        : '·';
  const which =
    kept.length === 0
      ? '0'
      : countRanges(kept) > 2
        ? `${kept.length}`
        : '#' + ranges(kept);
  return {
    mark,
    label: `${which} of ${events.length}`,
    executed: events.length,
    kept: kept.length,
  };
}

/** One mark for all statements of a line: that of the most important one. */
export function markOfLine(
  report: Report,
  file: number,
  line: number,
): UnitMark | null {
  const order: Mark[] = ['●', '◆', '+', '○', '·'];
  const marks = report
    .unitsOfLine(file, line)
    .map((unit) => markOfUnit(report, unit))
    .filter((mark) => mark !== null);
  if (marks.length === 0) return null;
  if (marks.length === 1) return marks[0];
  marks.sort((a, b) => order.indexOf(a.mark) - order.indexOf(b.mark));
  const executed = marks.reduce((sum, mark) => sum + mark.executed, 0);
  // If the line has kept events other than clean-ups, the clean-ups are not
  // counted.
  const kept = marks
    .filter(({ mark }) => mark !== '+' || marks[0].mark === '+')
    .reduce((sum, mark) => sum + mark.kept, 0);
  return {
    mark: marks[0].mark,
    label: `${kept} of ${executed}`,
    executed,
    kept,
  };
}
