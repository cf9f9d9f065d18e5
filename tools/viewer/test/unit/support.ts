// Makes reports for unit tests, from data elements as a page has them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import { readReport, type Report } from '../../src/data/Report';
// @ts-expect-error: imports plain JavaScript, shared with the browser test
import { makePage } from '../support/makePage.mjs';
// @ts-expect-error: imports plain JavaScript, shared with the browser test
import { longReport, sumReport } from '../support/synthetic.mjs';

interface Input {
  meta: Record<string, unknown>;
  columns: Record<string, unknown>;
}

const make = makePage as (page: string, report: Input) => string;

/** Returns a reader of the data elements that a page has. */
export function elementsOf(page: string): (id: string) => string | null {
  return (id) => {
    const start = page.indexOf(`id="${id}">`);
    if (start < 0) return null;
    const from = page.indexOf('>', start) + 1;
    return page.slice(from, page.indexOf('</script>', from));
  };
}

export function pageOf(report: Input): string {
  return make('<p><!-- pinstripe:data --></p>', report);
}

export const sumInput = sumReport as () => Input;

async function reportOf(input: Input): Promise<Report> {
  const report = await readReport(elementsOf(pageOf(input)));
  if (!report) throw new Error('no report');
  return report;
}

/** The run of samples/01-sum-mul, with 34 events. */
export function sum(change?: (input: Input) => void): Promise<Report> {
  const input = sumInput();
  change?.(input);
  return reportOf(input);
}

/** The same run, as if this event were a clean-up. */
export function sumWithCleanup(event: number): Promise<Report> {
  return sum(({ meta, columns }) => {
    const bits = new Uint8Array(5);
    bits[event >> 3] |= 1 << (event & 7);
    columns['set.cleanups'] = bits;
    (meta.sets as object[]).push({ name: 'cleanups', count: 1 });
  });
}

export function long(events: number): Promise<Report> {
  return reportOf((longReport as (events: number) => Input)(events));
}
