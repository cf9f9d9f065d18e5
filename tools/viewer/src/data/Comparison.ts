// Counts how often each line was executed in each of the compared slices.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import type { Report } from './Report';

export interface ComparedSet {
  name: string;
  title: string;
  /** Without clean-ups. */
  count: number;
  cleanups: number;
}

const titles: Record<string, string> = {
  full: 'full slice',
  data: 'data slice',
  kept: 'critical',
  guarded: 'guarded',
};

export function comparedSets(report: Report): ComparedSet[] {
  return Object.entries(titles)
    .filter(([name]) => report.sets.has(name))
    .map(([name, title]) => ({
      name,
      title: name === 'kept' ? report.keptWord : title,
      ...report.setCount(name),
    }));
}

export interface LineCounts {
  file: number;
  line: number;
  text: string;
  executed: number;
  /** In the order of the sets, without clean-ups. */
  counts: number[];
}

export function lineCounts(report: Report): LineCounts[] {
  const names = comparedSets(report).map(({ name }) => name);
  return report.meta.files.flatMap((info, file) => {
    const text = info.text?.split('\n') ?? [];
    return report.executedLines(file).map((line) => {
      const units = report.unitsOfLine(file, line);
      const sum = (name: string) =>
        units.reduce((all, unit) => all + report.unitCount(unit, name).kept, 0);
      return {
        file,
        line,
        text: text[line - 1]?.trim() ?? '',
        executed: units.reduce(
          (all, unit) => all + report.instances.count(unit),
          0,
        ),
        counts: names.map(sum),
      };
    });
  });
}

/**
 * Returns the events that are in some of the sets, but not in all. Leaves out
 * clean-ups: they are kept with the construction of their object, whether or not
 * the output depends on them.
 */
export function differingEvents(report: Report): number[] {
  const names = comparedSets(report).map(({ name }) => name);
  const sets = names.map((name) => report.sets.get(name)!);
  const found: number[] = [];
  for (let event = 0; event < report.eventCount; ++event) {
    if (names.some((name) => report.isCleanup(event, name))) continue;
    const inSome = sets.some((set) => set.has(event));
    if (inSome && !sets.every((set) => set.has(event))) found.push(event);
  }
  return found;
}
