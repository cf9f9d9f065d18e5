// Writes pages with made-up runs, to look at while the page is changed:
// node scripts/sample-pages.mjs BUILT-PAGE FOLDER
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { makePage } from '../test/support/makePage.mjs';
import { storyReport } from '../test/support/story.mjs';
import { longReport, sumReport } from '../test/support/synthetic.mjs';

const [built, folder] = process.argv.slice(2);
const page = readFileSync(built, 'utf8');
mkdirSync(folder, { recursive: true });
const reports = {
  sum: sumReport(),
  story: storyReport(),
  'events-1e5': longReport(1e5),
  'events-1e6': longReport(1e6),
};
for (const [name, report] of Object.entries(reports)) {
  const text = makePage(page, report);
  writeFileSync(`${folder}/${name}.html`, text);
  console.log(
    `${name}.html: ${report.meta.events} events, ${text.length} bytes`,
  );
}
