// Tests the queries that the views make to a report.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import { describe, expect, it } from 'vitest';
import { markOfLine, ranges } from '../../src/data/Marks';
import { readReport } from '../../src/data/Report';
import { linesOfResult } from '../../src/data/Result';
import {
  elementsOf,
  long,
  pageOf,
  sum,
  sumInput,
  sumWithCleanup,
} from './support';

describe('a report', () => {
  it('is null if the page has no data', async () => {
    expect(await readReport(() => null)).toBeNull();
  });

  it('of another format is refused', async () => {
    const input = sumInput();
    input.meta.format = 2;
    await expect(readReport(elementsOf(pageOf(input)))).rejects.toThrow(
      /format 2/,
    );
  });

  it('names events as users do', async () => {
    const report = await sum();
    expect(report.eventCount).toBe(34);
    expect(report.name(0)).toBe('sample.c:5 #1');
    expect(report.name(27)).toBe('sample.c:13 #6');
    expect(report.instanceCount(27)).toBe(6);
  });

  it('steps from kept event to kept event', async () => {
    const report = await sum();
    expect(report.nextKept(-1, 1)).toBe(0);
    expect(report.nextKept(0, 1)).toBe(3);
    expect(report.nextKept(3, -1)).toBe(0);
    expect(report.nextKept(0, -1)).toBe(-1);
    expect(report.nextKept(32, 1)).toBe(-1);
  });

  it('marks lines as the terminal does', async () => {
    const report = await sum();
    const at = (line: number) => {
      const mark = markOfLine(report, 0, line);
      return mark && mark.mark + ' ' + mark.label;
    };
    expect(at(5)).toBe('● #1 of 1');
    expect(at(12)).toBe('· 0 of 7');
    expect(at(13)).toBe('● #2-6 of 6');
    expect(at(15)).toBe('● #1-5 of 6');
    expect(at(3)).toBeNull();
  });

  it('has a mark of its own for a clean-up, which is not critical', async () => {
    const report = await sumWithCleanup(0);
    const mark = markOfLine(report, 0, 5);
    expect(mark && mark.mark + ' ' + mark.label).toBe('+ #1 of 1');
    expect(report.unitCount(report.unitOf[0])).toEqual({
      executed: 1,
      kept: 0,
      cleanups: 1,
    });
    expect(report.keptEvents.length).toBe(15);
    expect(report.countedEvents.length).toBe(14);
    const [main] = linesOfResult(report);
    expect(main.kept).toBe(14);
    expect(main.lines[0].line).toBe(5);
  });

  it('lists the lines of its result by function', async () => {
    const [main] = linesOfResult(await sum());
    expect(main).toMatchObject({ name: 'main', kept: 15, executed: 34 });
    expect(main.lines.map(({ line }) => line)).toEqual([
      5, 9, 13, 14, 15, 17, 18,
    ]);
    expect(main.lines.map(({ hasGap }) => hasGap)).toEqual([
      false,
      true,
      true,
      false,
      false,
      true,
      false,
    ]);
  });

  it('does without columns that are missing', async () => {
    const report = await sum(({ columns, meta }) => {
      for (const name of Object.keys(columns))
        if (!/^(event\.unit|event\.inv|invocation)/.test(name))
          delete columns[name];
      delete meta.tests;
      delete meta.values;
      delete meta.reasons;
      delete meta.guards;
      delete meta.results;
    });
    expect(report.keptEvents.length).toBe(0);
    expect(await report.tests()).toBeNull();
    expect((await report.dependences()).causes(5)).toEqual([]);
    expect(linesOfResult(report)[0].lines).toEqual([]);
  });

  it('knows the tree of invocations', async () => {
    const { invocations } = await long(3000);
    expect(invocations.maxDepth).toBe(2);
    expect(invocations.start[0]).toBe(0);
    expect(invocations.end[0]).toBeGreaterThan(2500);
    const inner = invocations.byDepth.of(1)[0];
    const step = invocations.byDepth.of(2)[0];
    expect(invocations.path(step)).toEqual([0, inner, step]);
    expect(invocations.start[inner]).toBeLessThan(invocations.start[step]);
    expect(invocations.end[inner]).toBeGreaterThan(invocations.end[step]);
  });
});

describe('ranges', () => {
  it('join neighbours and end with dots', () => {
    expect(ranges([2, 3, 4, 6])).toBe('2-4, 6');
    expect(ranges([1, 3, 5, 7])).toBe('1, 3, 5, …');
    expect(ranges([])).toBe('');
  });
});
