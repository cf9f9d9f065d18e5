// Tries the built page in a browser: each view, each key, budgets, access for
// all, light and dark, a phone, paper. With PINSTRIPE_ALL_TESTS=OFF, only the
// tests of each landing run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// node test/browser/run.mjs BUILT-PAGE [FOLDER-FOR-SCREENSHOTS]
// The browser is $CHROMIUM, or chromium.

import {
  mkdirSync,
  readFileSync,
  writeFileSync,
  mkdtempSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { makePage, makeSearchPage } from '../support/makePage.mjs';
import { inputSearch, longReport, sumReport } from '../support/synthetic.mjs';
import { longTests, tests } from './tests.mjs';
import * as stories from '../support/story.mjs';

const [built, shots] = process.argv.slice(2);
if (!built) {
  console.error('usage: run.mjs BUILT-PAGE [FOLDER-FOR-SCREENSHOTS]');
  process.exit(2);
}
const everything = process.env.PINSTRIPE_ALL_TESTS !== 'OFF';
const chosen = everything ? { ...tests, ...longTests } : tests;
const folder = mkdtempSync(join(tmpdir(), 'pinstripe-viewer-'));
const page = readFileSync(built, 'utf8');

function write(name, text) {
  const path = join(folder, name + '.html');
  writeFileSync(path, text);
  return { url: 'file://' + path, bytes: Buffer.byteLength(text) };
}

const files = {
  empty: { url: 'file://' + built, bytes: Buffer.byteLength(page) },
  sum: write('sum', makePage(page, sumReport())),
  search: write('search', makeSearchPage(page, inputSearch())),
  'events-1e5': write('events-1e5', makePage(page, longReport(1e5))),
  ...(everything && {
    'events-1e6': write('events-1e6', makePage(page, longReport(1e6))),
  }),
  story: write('story', makePage(page, stories.storyReport())),
  'story-origins': write(
    'story-origins',
    makePage(page, stories.originsReport()),
  ),
  'story-short': write(
    'story-short',
    makePage(page, stories.shortStoryReport()),
  ),
};
if (shots) mkdirSync(shots, { recursive: true });

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});

/** Opens a page of its own; errors in it make the test fail. */
async function open(name, hash = '', options = {}) {
  const { media, ...context } = options;
  const world = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    offline: true,
    ...context,
  });
  const tab = await world.newPage();
  tab.setDefaultTimeout(60_000);
  const problems = [];
  tab.on('pageerror', (error) => problems.push(String(error)));
  tab.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  tab.on('request', (request) => {
    if (!/^(file|data|blob):/.test(request.url()))
      problems.push('asks the network for ' + request.url());
  });
  if (media) await tab.emulateMedia({ media });
  await tab.goto(files[name].url + hash);
  return {
    tab,
    problems,
    shot: (title) =>
      shots && tab.screenshot({ path: join(shots, title + '.png') }),
    close: () => world.close(),
  };
}

let failed = 0;
for (const [title, test] of Object.entries(chosen)) {
  const opened = [];
  try {
    const begin = performance.now();
    await test({
      files,
      open: async (...args) => {
        const one = await open(...args);
        opened.push(one);
        return one;
      },
    });
    const problems = opened.flatMap((one) => one.problems);
    if (problems.length > 0) throw new Error(problems.join('\n'));
    console.log(
      `ok      ${title} (${Math.round(performance.now() - begin)} ms)`,
    );
  } catch (error) {
    ++failed;
    console.log(`FAILED  ${title}\n${error.stack ?? error}`);
    const last = opened[opened.length - 1];
    if (last) await last.shot('failed-' + failed)?.catch(() => undefined);
  }
  for (const one of opened) await one.close();
}
await browser.close();
rmSync(folder, { recursive: true });
console.log(`${Object.keys(chosen).length} tests, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
