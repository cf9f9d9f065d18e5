// The tests of the page in a browser, by the sentence that each confirms.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

const views = [
  'answer',
  'source',
  'time',
  'causes',
  'tests',
  'compare',
  'locate',
];

const text = (tab, selector) => tab.locator(selector).first().innerText();

async function assertText(tab, selector, wanted) {
  await tab.locator(selector).filter({ hasText: wanted }).first().waitFor();
}

/** Waits until the page has the address: a key may be handled after it was sent. */
async function assertHash(tab, wanted) {
  await tab.waitForFunction((it) => location.hash === it, wanted);
}

/** Runs in the page: presses a key, and lets no frame pass before it looks. */
async function pressBeforeNextFrame(key) {
  document.activeElement.dispatchEvent(
    new window.KeyboardEvent('keydown', {
      key,
      bubbles: true,
      cancelable: true,
    }),
  );
  for (let i = 0; i < 10; ++i) await Promise.resolve();
  return {
    focus: document.activeElement.tagName,
    dialogs: document.querySelectorAll('dialog').length,
  };
}

/** Counts the pixels of a canvas that have a colour of the style sheet. */
function pixelsOf(tab, selector, colour) {
  return tab.evaluate(
    ([selector, colour]) => {
      const probe = document.createElement('span');
      probe.style.color = `var(--${colour})`;
      document.body.append(probe);
      const wanted = getComputedStyle(probe).color.match(/\d+/g).map(Number);
      probe.remove();
      const canvas = document.querySelector(selector);
      if (!canvas?.width) return 0;
      const { data } = canvas
        .getContext('2d')
        .getImageData(0, 0, canvas.width, canvas.height);
      let count = 0;
      for (let i = 0; i < data.length; i += 4)
        if (wanted.every((value, part) => Math.abs(data[i + part] - value) < 3))
          ++count;
      return count;
    },
    [selector, colour],
  );
}

/** Waits as long as for anything else that a page has to show. */
async function waitForPixels(tab, selector, colour) {
  const end = Date.now() + 60_000;
  while (Date.now() < end) {
    if ((await pixelsOf(tab, selector, colour)) > 0) return;
    await tab.waitForTimeout(50);
  }
  assert.fail(`${selector} has no pixel of ${colour}`);
}

/** Findings of axe-core that are serious or worse. */
async function seriousFindings(tab) {
  await tab.evaluate(axe);
  const result = await tab.evaluate(() => window.axe.run(document));
  return result.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .map((node) => node.html.slice(0, 120))
          .slice(0, 4)
          .join(' | ')}` + ` ${nodes[0].failureSummary}`,
    );
}

async function measure(opened, budget, file) {
  const { tab } = opened;
  await tab.locator('h1').waitFor();
  const seconds = await tab.evaluate(() => performance.now() / 1000);
  console.log(
    `        ${(file.bytes / 1e6).toFixed(2)} MB, usable after ` +
      `${seconds.toFixed(2)} s (goal: ${budget} s)`,
  );
}

/** The tests of each landing: the main flows. */
export const tests = {
  'a page without data says so': async ({ open }) => {
    const { tab } = await open('empty');
    await assertText(tab, '#app', 'no data');
  },

  'the page without data is below 600 KB': ({ files }) => {
    console.log(`        ${files.empty.bytes} bytes`);
    assert.ok(files.empty.bytes < 600_000);
  },

  '100,000 events are below 3 MB and can be used': async ({ open, files }) => {
    const file = files['events-1e5'];
    assert.ok(file.bytes < 3e6, `${file.bytes} bytes`);
    await measure(await open('events-1e5'), 1, file);
  },

  'the answer says what came out, what it needs and how to repeat it': async ({
    open,
  }) => {
    const { tab, shot } = await open('sum');
    await assertText(tab, 'h1', '15 of 34 executed statement instances');
    await assertText(tab, '.answer', 'every one of the 15 was left out once');
    assert.deepEqual(await tab.locator('.output mark').allInnerTexts(), [
      'sum = 15',
      'mul = 0',
    ]);
    await assertText(tab, '.command', 'pinstripe reduce --stdin in.txt');
    await assertText(tab, '.facts', "--keep 'sum = .*|mul = .*'");
    await assertText(tab, '.kept-lines', '#2-6 of 6');
    await shot('answer');
  },

  'the answer begins with the story of explain, if there is one': async ({
    open,
  }) => {
    const { tab, shot } = await open('story');
    await assertText(tab, 'h1', 'Why line 1 of the output is a? b? sum = 15');
    assert.equal(await tab.locator('h1').count(), 1);
    await tab.locator('.story-parts > li').nth(4).waitFor();
    assert.deepEqual(await tab.locator('.story-parts h2').allInnerTexts(), [
      'The smallest run found that fails so',
      'What is suspected most',
      'From there to the wrong output',
      'What would have to be otherwise',
      'What remains open',
    ]);
    await assertText(tab, '.story', 'it was ./sample -v < in.txt');
    await assertText(tab, '.story', '0 of 1 argument needed');
    await assertText(tab, '.story', '4 of 48 bytes of standard input');
    await assertText(tab, '.story', 'in the run as it was given');
    await assertText(tab, '.story .steps-list', '10 + 5 -> 15');
    // The change is a difference of one line, with what differs in it marked.
    const change = tab.locator('.remedies .line-diff').first();
    assert.deepEqual(await change.locator('.printed, .expected').count(), 2);
    assert.equal(await change.locator('.printed mark').innerText(), '=');
    await assertText(tab, '.answer', '15 of 34 executed statement instances');
    await shot('story');
  },

  'the line to read first is one click away': async ({ open }) => {
    const { tab, shot } = await open('sum');
    await tab.getByRole('link', { name: 'Which line is wrong?' }).click();
    await assertText(tab, '.ranking', 'the expected output comes out');
    await assertText(tab, '.ranking', 'Wrong from line 1');
    await tab
      .locator('.cm-line.l-selected', { hasText: 'sum = sum' })
      .waitFor();
    await shot('locate');
    await tab.locator('.ranking a', { hasText: 'instead of 15' }).click();
    await assertHash(tab, '#locate/e28');
    await assertText(tab, '.evidence', 'Why it is kept');
  },

  'a line leads to its instances, and an instance to its evidence': async ({
    open,
  }) => {
    const { tab, shot } = await open('sum', '#source');
    await tab.locator('.cm-line', { hasText: 'sum = sum + a' }).click();
    await assertHash(tab, '#source/sample.c:13');
    await assertText(tab, '.evidence', 'Executed 6 times');
    await shot('source-line');
    await tab.locator('.evidence .event', { hasText: '#6' }).click();
    await assertHash(tab, '#source/e28');
    for (const words of [
      '10 + 5 -> 15',
      'Why it is kept',
      'in place of',
      'Call path',
      'It depends on',
      'What depends on it',
      'replace',
      'In the sets',
    ])
      await assertText(tab, '.evidence', words);
    await shot('source-event');
    await tab
      .locator('.evidence section', { hasText: 'It depends on' })
      .locator('a', { hasText: 'sample.c:15 #5' })
      .click();
    await assertHash(tab, '#source/e26');
  },

  'marks are those of the terminal': async ({ open }) => {
    const { tab } = await open('sum', '#source');
    await tab.locator('.sign').first().waitFor();
    const signs = await tab.locator('.cm-signs .sign').allInnerTexts();
    assert.deepEqual(signs, [
      '● #1 of 1',
      '· 0 of 1',
      '· 0 of 1',
      '● #1 of 1',
      '· 0 of 1',
      '· 0 of 1',
      '· 0 of 7',
      '● #2-6 of 6',
      '● #1 of 6',
      '● #1-5 of 6',
      '● #1 of 1',
      '● #1 of 1',
      '· 0 of 1',
    ]);
  },

  'keys step through kept events, calls and views': async ({ open }) => {
    const { tab } = await open('sum', '#source');
    await tab.locator('.sign').first().waitFor();
    const press = async (key, wanted) => {
      await tab.keyboard.press(key);
      await assertHash(tab, wanted);
    };
    await press('n', '#source/e1');
    await press('n', '#source/e4');
    await press('p', '#source/e1');
    await press('j', '#source/e2');
    await press('k', '#source/e1');
    await press('[', '#causes/e1-e1');
    await press('n', '#causes/e1-e4');
    await press('Escape', '#causes');
    for (const [index, view] of views.entries())
      await press(String(index + 1), '#' + view);
  },

  'the help has keys, marks and the words of the manual': async ({ open }) => {
    const { tab, shot } = await open('sum');
    await tab.locator('h1').waitFor();
    await tab.keyboard.press('?');
    await assertText(tab, 'dialog', 'next and previous kept event');
    await assertText(tab, 'dialog', 'the output no longer comes out');
    await shot('help');
    await tab.keyboard.press('Escape');
    await tab.locator('dialog').waitFor({ state: 'detached' });
  },

  'slash finds events, lines and functions': async ({ open }) => {
    const { tab, shot } = await open('sum');
    await tab.locator('h1').waitFor();
    await tab.keyboard.press('/');
    await tab.keyboard.type('sample.c:13 #2');
    await assertText(tab, '.found', 'event 12');
    await shot('find');
    await tab.keyboard.press('Enter');
    await assertHash(tab, '#source/e12');
    await tab.keyboard.press('/');
    await tab.keyboard.type('mul * a');
    await tab.keyboard.press('Enter');
    await assertHash(tab, '#source/sample.c:14');
  },

  'the flame graph lights kept events and selects one': async ({ open }) => {
    const { tab, shot } = await open('sum', '#time');
    await waitForPixels(tab, '.flame canvas', 'critical');
    await waitForPixels(tab, '.overview canvas', 'critical');
    const box = await tab.locator('.flame canvas').boundingBox();
    await tab.mouse.click(box.x + (27.5 / 34) * box.width, box.y + 30);
    await assertHash(tab, '#time/e28');
    await shot('time');
  },

  'the graph has layers, kinds of edges, and groups that open': async ({
    open,
  }) => {
    const { tab, shot } = await open('sum', '#causes');
    await tab.locator('.node.output').waitFor();
    assert.ok((await tab.locator('.edge-line.data').count()) > 8);
    const nodes = tab.locator('.node');
    assert.equal(await nodes.count(), 16);
    await tab.locator('select').selectOption('loops');
    await tab.locator('.node.loop').first().waitFor();
    assert.equal(await nodes.count(), 8);
    await shot('causes-loops');
    await tab.locator('.node.loop').first().click();
    await tab.waitForFunction(
      () => document.querySelectorAll('.node').length > 8,
    );
    await tab.locator('select').selectOption('functions');
    await tab.waitForFunction(
      () => document.querySelectorAll('.node').length === 2,
    );
  },

  'the search is shown test by test': async ({ open }) => {
    const { tab, shot } = await open('sum', '#tests/t1');
    await assertText(tab, '.now', 'Test 1 of');
    await assertText(tab, '.now', 'executed 34 of 34');
    await waitForPixels(tab, '.rows canvas', 'fail');
    await tab.getByLabel('test', { exact: true }).fill('2');
    await assertHash(tab, '#tests/t2');
    await assertText(tab, '.now', 'PASS');
    await tab.getByRole('button', { name: 'play' }).click();
    await tab.waitForFunction(() => /t([3-9]|\d\d)$/.test(location.hash));
    // On a busy machine the last test may have been shown before.
    await tab.evaluate(() =>
      document.querySelector('.tests [aria-pressed=true]')?.click(),
    );
    await tab.getByRole('button', { name: 'play' }).waitFor();
    await tab.getByLabel('test', { exact: true }).fill('60');
    await waitForPixels(tab, '.outcomes canvas', 'unresolved');
    await shot('search');
  },

  'sets are compared by line and by instance': async ({ open }) => {
    const { tab, shot } = await open('sum', '#compare');
    const row = tab.locator('.counts tr', { hasText: 'sample.c:13' });
    assert.match(
      (await row.innerText()).replace(/\s+/g, ' '),
      /13 6 6 6 5 sum/,
    );
    await shot('compare');
    await tab.getByRole('button', { name: 'by instance' }).click();
    await assertText(tab, '.long-list', 'sample.c:13 #1');
    await tab.getByLabel('only where the sets differ').uncheck();
    await tab.locator('.long-list a', { hasText: 'sample.c:13 #2' }).click();
    await assertHash(tab, '#compare/e12');
    await shot('compare-instances');
  },

  'addresses lead to views, events and lines, and Back returns': async ({
    open,
  }) => {
    const { tab } = await open('sum', '#e28');
    await assertText(tab, '.evidence h2', 'sample.c:13 #6');
    await tab.locator('.evidence h2 a').click();
    await assertText(tab, '.evidence h2', 'sample.c:13');
    await assertHash(tab, '#source/sample.c:13');
    await tab.goBack();
    await assertText(tab, '.evidence h2', 'sample.c:13 #6');
  },

  'paper has the answer, the events and the whole source': async ({ open }) => {
    const { tab, shot } = await open('sum');
    await tab.locator('h1').waitFor();
    await tab.emulateMedia({ media: 'print' });
    await assertText(tab, '#print h1', '15 of 34');
    await assertText(tab, '#print', 'The critical events, in order');
    await assertText(tab, '#print', 'return 0;');
    await assertText(tab, '#print', 'The lines to read first');
    assert.equal(await tab.locator('#app').isVisible(), false);
    await shot('paper');
    const pdf = await tab.pdf();
    assert.ok(pdf.length > 10_000);
    await tab.emulateMedia({ media: 'screen' });
    await tab.locator('#app h1').waitFor();
  },

  'a search shows what was given and what is left of it': async ({ open }) => {
    const { tab, shot } = await open('search');
    await assertText(tab, 'h1', '7 of 16 bytes are enough for the failure');
    await assertText(tab, 'pre.given mark', '/(4-2*2');
    await assertText(tab, '.search', 'This text is too long for the page.');
    await assertText(tab, '.search', '(empty)');
    await assertText(tab, '.counts tr', 'tokens');
    await assertText(tab, '.command', 'pinstripe input');
    await shot('search-page');
    assert.deepEqual(await seriousFindings(tab), []);
    await tab.emulateMedia({ media: 'print' });
    await tab.locator('.search h1').waitFor();
  },

  'a smaller report shows what it has': async ({ open }) => {
    const { tab } = await open('events-1e5');
    await tab.locator('h1').waitFor();
    assert.equal(await tab.locator('nav a', { hasText: 'Locate' }).count(), 0);
    assert.ok((await text(tab, 'nav')).includes('Search'));
  },
};

/** The tests that need all tests: details, and what takes long. */
export const longTests = {
  '1,000,000 events are below 20 MB and can be used': async ({
    open,
    files,
  }) => {
    const file = files['events-1e6'];
    assert.ok(file.bytes < 20e6, `${file.bytes} bytes`);
    await measure(await open('events-1e6'), 3, file);
  },

  'the flame graph of 1,000,000 events follows the wheel': async ({ open }) => {
    const { tab, shot } = await open('events-1e6', '#time');
    await waitForPixels(tab, '.flame canvas', 'critical');
    await shot('time-1e6');
    const canvas = tab.locator('.flame canvas');
    const box = await canvas.boundingBox();
    await tab.mouse.move(box.x + box.width / 2, box.y + 60);
    const begin = Date.now();
    const steps = 20;
    for (let i = 0; i < steps; ++i) {
      await tab.mouse.wheel(0, -120);
      await tab.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => done())),
      );
    }
    const each = (Date.now() - begin) / steps;
    console.log(`        ${each.toFixed(1)} ms a step of the wheel (goal: 33)`);
    await shot('time-1e6-zoomed');
    const axis = await tab.locator('.axis span').allInnerTexts();
    assert.ok(axis.length > 1, 'the axis has numbers');
  },

  'each step of the story leads to its event, and each place to its line':
    async ({ open }) => {
      const { tab } = await open('story');
      await tab.locator('.steps-list a', { hasText: 'sample.c:13 #6' }).click();
      await assertHash(tab, '#source/e28');
      await assertText(tab, '.evidence h2', 'sample.c:13 #6');
      await tab.goBack();
      await tab.locator('.story .experiments a', { hasText: '#6' }).click();
      await assertHash(tab, '#source/e27');
      await tab.goBack();
      await tab.locator('.open a', { hasText: 'sample.c:13' }).click();
      await assertHash(tab, '#source/sample.c:13');
      await tab.goBack();
      await tab.locator('.story .place-line a').click();
      await assertHash(tab, '#source/sample.c:12');
      await tab.goBack();
      await tab.getByRole('link', { name: 'The same in the graph' }).click();
      await assertHash(tab, '#causes/e7-e32');
      await assertText(tab, '.chain', 'From event 7 to event 32');
    },

  'a story of one step, or without a suspect, shows what it has': async ({
    open,
  }) => {
    const { tab } = await open('story-short');
    await assertText(tab, 'h1', 'Why it crashes');
    assert.deepEqual(await tab.locator('.story-parts h2').allInnerTexts(), [
      'The run',
      'What the crash needs',
      'What remains open',
    ]);
    await assertText(tab, '.story', 'not made smaller: --keep-run was given');
  },

  'a line that printed the wrong output itself has its values explained':
    async ({ open }) => {
      const { tab, shot } = await open('story-origins');
      await assertText(tab, '.story-parts h2', 'The way to the wrong output');
      const lines = await tab.locator('.steps-list').innerText();
      assert.match(
        lines,
        /13 #5[^]*made a value for[^]*13 #6[^]*made a value for[^]*17 #1[^]*printed[^]*sum = 15/,
      );
      await shot('story-origins');
    },

  'the output leads to what made it in one click': async ({ open }) => {
    const { tab, shot } = await open('sum');
    await tab.getByRole('link', { name: 'sum = 15' }).click();
    await assertHash(tab, '#causes/e32');
    await assertText(tab, '.evidence', 'printf("sum = %d\\n", 15)');
    await tab.locator('.node.selected').waitFor();
    // What the other number needs is not lit.
    await tab.locator('.node.dim', { hasText: 'mul = mul * a' }).waitFor();
    await shot('causes');
  },

  'hovering a line shows its instances': async ({ open }) => {
    const { tab } = await open('sum', '#source');
    await tab.locator('.cm-line', { hasText: 'mul = mul * a' }).hover();
    await assertText(tab, '.code-tip', '6 instances, 1 critical');
  },

  'what is not critical can be folded': async ({ open }) => {
    const { tab } = await open('sum', '#source');
    const lines = tab.locator('.cm-line');
    await lines.first().waitFor();
    const before = await lines.count();
    await tab.getByLabel('fold what is not critical').check();
    await tab.locator('.cm-foldPlaceholder').first().waitFor();
    assert.ok((await lines.count()) < before);
    await tab.getByLabel('fold what is not critical').uncheck();
    await tab.waitForFunction(
      () => !document.querySelector('.cm-foldPlaceholder'),
    );
  },

  'keys go up and down the call tree': async ({ open }) => {
    const { tab } = await open('events-1e5', '#source/e4');
    await assertText(tab, '.evidence', 'sum += inner(20)');
    await tab.keyboard.press('d');
    await assertText(tab, '.evidence', 'total = 0');
    await assertHash(tab, '#source/e5');
    await tab.keyboard.press('u');
    await assertText(tab, '.evidence', 'sum += inner(20)');
    await assertHash(tab, '#source/e4');
  },

  'a key after slash is typed, even before the page is drawn': async ({
    open,
  }) => {
    const { tab } = await open('sum');
    await tab.locator('h1').waitFor();
    const press = (key) => tab.evaluate(pressBeforeNextFrame, key);
    assert.equal((await press('/')).focus, 'INPUT');
    assert.equal((await press('Escape')).dialogs, 0);
    assert.equal((await press('/')).focus, 'INPUT');
  },

  'words of the glossary are explained where they stand': async ({ open }) => {
    const { tab } = await open('sum');
    await tab.getByRole('button', { name: 'critical' }).first().hover();
    await assertText(tab, '.tip', 'no longer comes out if this is skipped');
  },

  'a double click zooms to an invocation, and a button back': async ({
    open,
  }) => {
    const { tab } = await open('events-1e5', '#time');
    await waitForPixels(tab, '.flame canvas', 'critical');
    const shown = (isWhole) =>
      tab.waitForFunction((isWhole) => {
        const { style } = document.querySelector('.overview .window');
        return isWhole === style.width.includes('100%');
      }, isWhole);
    await shown(true);
    const box = await tab.locator('.flame canvas').boundingBox();
    await tab.mouse.dblclick(box.x + box.width / 3, box.y + 26 + 19 + 8);
    await shown(false);
    await tab
      .locator('.flame canvas')
      .hover({ position: { x: 100, y: 26 + 19 + 8 } });
    await assertText(tab, '.hint', 'inner, events');
    await tab.getByRole('button', { name: 'whole run' }).click();
    await shown(true);
  },

  'decisions are told apart from data in the graph': async ({ open }) => {
    const { tab } = await open('events-1e5', '#causes');
    await tab.locator('.edge-line.control').first().waitFor({
      state: 'attached',
    });
    assert.ok((await tab.locator('.edge-line.data').count()) > 0);
  },

  'the chain between two events is listed and lit': async ({ open }) => {
    const { tab, shot } = await open('sum', '#causes/e4-e32');
    await assertText(tab, '.chain', 'From event 4 to event 32');
    const steps = tab.locator('.chain li');
    assert.equal(await steps.count(), 8);
    await assertText(tab, '.chain', 'uses its value');
    await tab.locator('.node.dim').first().waitFor();
    await shot('chain');
  },

  'instances of a long run are listed in part': async ({ open }) => {
    const { tab } = await open('events-1e5', '#compare/e90000');
    await tab.getByRole('button', { name: 'by instance' }).click();
    await tab.getByLabel('only where the sets differ').uncheck();
    await tab.locator('.instance-row.here').waitFor();
    assert.ok((await tab.locator('.instance-row').count()) < 100);
  },

  'an address that leads nowhere does no harm': async ({ open }) => {
    for (const address of [
      '#e99999',
      '#source/none.c:3',
      '#tests/t999',
      '#%',
    ]) {
      const { tab } = await open('sum', address);
      await tab.locator('.view').waitFor();
    }
  },

  'colours follow the system and the switch': async ({ open }) => {
    const background = (tab) =>
      tab.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const assertBackground = (tab, wanted) =>
      tab.waitForFunction(
        (it) => getComputedStyle(document.body).backgroundColor === it,
        wanted,
      );
    const light = await open('sum', '', { colorScheme: 'light' });
    await light.tab.locator('h1').waitFor();
    const dark = await open('sum', '', { colorScheme: 'dark' });
    await dark.tab.locator('h1').waitFor();
    const bright = await background(light.tab);
    const dim = await background(dark.tab);
    assert.notEqual(bright, dim);
    await dark.shot('answer-dark');
    await dark.tab.getByRole('button', { name: 'light colours' }).click();
    await assertBackground(dark.tab, bright);
    await light.tab.getByRole('button', { name: 'dark colours' }).click();
    await assertBackground(light.tab, dim);
    await light.tab.evaluate(() => (location.hash = '#time/e28'));
    await waitForPixels(light.tab, '.flame canvas', 'critical');
    await light.shot('time-dark');
  },

  'a phone has room for each view': async ({ open }) => {
    for (const view of [...views, 'story']) {
      const isStory = view === 'story';
      const page = isStory ? 'story' : 'sum';
      const hash = isStory ? '' : `#${view}/e28`;
      const { tab, shot } = await open(page, hash, {
        viewport: { width: 390, height: 780 },
        deviceScaleFactor: 2,
        isMobile: true,
        hasTouch: true,
      });
      await tab.locator('.view').waitFor();
      const overflow = await tab.evaluate(
        () => document.documentElement.scrollWidth - window.innerWidth,
      );
      assert.ok(overflow <= 0, `${view} is ${overflow} pixels too wide`);
      const size = await tab.locator('.view').boundingBox();
      assert.ok(size.height > 250, `${view} has ${size.height} pixels`);
      await shot('phone-' + view);
    }
  },

  'paper has the story, too': async ({ open }) => {
    const { tab, shot } = await open('story');
    await tab.locator('h1').waitFor();
    await tab.emulateMedia({ media: 'print' });
    await assertText(tab, '#print h1', 'Why line 1 of the output is');
    await assertText(tab, '#print .story', 'while (a < b) {');
    await shot('paper-story');
  },

  'axe finds nothing serious in any view, light or dark': async ({ open }) => {
    const findings = [];
    for (const colorScheme of ['light', 'dark'])
      for (const view of views) {
        const page = view === 'answer' ? 'story' : 'sum';
        const { tab, close } = await open(page, `#${view}/e28`, {
          colorScheme,
        });
        await tab.locator('.view').waitFor();
        for (const finding of await seriousFindings(tab))
          findings.push(`${view}, ${colorScheme}: ${finding}`);
        await close();
      }
    assert.deepEqual(findings, []);
  },

  'a search has room on a phone, in dark colours': async ({ open }) => {
    const { tab, shot } = await open('search', '', {
      viewport: { width: 390, height: 780 },
      isMobile: true,
      colorScheme: 'dark',
    });
    await tab.locator('.search h1').waitFor();
    const overflow = await tab.evaluate(
      () => document.documentElement.scrollWidth - window.innerWidth,
    );
    assert.ok(overflow <= 0, `${overflow} pixels too wide`);
    assert.deepEqual(await seriousFindings(tab), []);
    await shot('search-page-phone');
  },
};
