// Draws the tests of a reduction: one in each row, with a dot for each event.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The picture follows figure 5 of Cleve and Zeller (2000).

import type { TestLog } from '../data/TestLog';
import type { Palette } from '../ui/Colours';

export const signs = { FAIL: '●', PASS: '○', UNRESOLVED: '✕' } as const;
const colours = {
  FAIL: 'fail',
  PASS: 'pass',
  UNRESOLVED: 'unresolved',
} as const;

/** Room at the left for the number and the outcome of a test. */
export const labelWidth = 66;

export interface RowsView {
  width: number;
  height: number;
  /** Pixels of rows above the top of the picture. */
  scroll: number;
  rowHeight: number;
  /** Tests after this one have not happened yet. */
  current: number;
}

export function drawRows(
  context: CanvasRenderingContext2D,
  log: TestLog,
  view: RowsView,
  palette: Palette,
): void {
  context.clearRect(0, 0, view.width, view.height);
  context.font = '11px ui-monospace, Menlo, Consolas, monospace';
  context.textBaseline = 'middle';
  const first = Math.floor(view.scroll / view.rowHeight);
  const last = Math.ceil((view.scroll + view.height) / view.rowHeight);
  const cell = (view.width - labelWidth) / log.width;
  for (let test = first; test < Math.min(last, view.current + 1); ++test)
    drawRow(context, log, view, palette, test, cell);
}

function drawRow(
  context: CanvasRenderingContext2D,
  log: TestLog,
  view: RowsView,
  palette: Palette,
  test: number,
  cell: number,
): void {
  const { rowHeight } = view;
  const top = test * rowHeight - view.scroll;
  const outcome = log.outcome(test);
  if (test === view.current) {
    context.fillStyle = palette.frame;
    context.fillRect(0, top, view.width, rowHeight);
  }
  context.fillStyle = palette[colours[outcome]];
  if (rowHeight >= 11) {
    context.textAlign = 'right';
    context.fillText(`${test + 1}`, 40, top + rowHeight / 2);
    context.textAlign = 'left';
    context.fillText(signs[outcome], 48, top + rowHeight / 2);
  } else {
    // Bars for different outcomes have different widths, too. So outcomes can
    // be told apart without colours.
    const width = { FAIL: 14, PASS: 7, UNRESOLVED: 3 }[outcome];
    context.fillRect(48, top, width, Math.max(1, rowHeight - 1));
  }
  const high = Math.max(1, Math.min(rowHeight - 2, 9));
  const y = top + (rowHeight - high) / 2;
  if (cell >= 5) {
    const radius = Math.min(high, cell - 1) / 2;
    for (let column = 0; column < log.width; ++column) {
      if (!log.has(test, column)) continue;
      context.beginPath();
      const x = labelWidth + (column + 0.5) * cell;
      context.arc(x, top + rowHeight / 2, radius, 0, 2 * Math.PI);
      context.fill();
    }
    return;
  }
  // A rectangle is drawn for each range of consecutive columns whose events the
  // test executed.
  for (let column = 0; column < log.width; ++column) {
    if (!log.has(test, column)) continue;
    const begin = column;
    while (column + 1 < log.width && log.has(test, column + 1)) ++column;
    const wide = Math.max(1, (column + 1 - begin) * cell - (cell > 2 ? 1 : 0));
    context.fillRect(labelWidth + begin * cell, y, wide, high);
  }
}

/** Events executed by each test, by outcome, with the smallest FAIL so far. */
export function drawOutcomes(
  context: CanvasRenderingContext2D,
  log: TestLog,
  width: number,
  height: number,
  current: number,
  palette: Palette,
): void {
  context.clearRect(0, 0, width, height);
  const most = Math.max(1, log.eventCount);
  const right = width - 8;
  const x = (test: number) =>
    labelWidth + ((test + 0.5) / Math.max(1, log.shown)) * (right - labelWidth);
  const y = (count: number) => height - 14 - (count / most) * (height - 24);
  context.font = '11px ui-monospace, Menlo, Consolas, monospace';
  context.fillStyle = palette.muted;
  context.textAlign = 'right';
  context.fillText(most.toLocaleString('en'), labelWidth - 8, y(most) + 4);
  context.fillText('0', labelWidth - 8, y(0) + 4);
  context.fillStyle = palette.line;
  context.fillRect(labelWidth, y(0), right - labelWidth, 1);
  context.fillRect(x(current), 0, 1, height);
  context.strokeStyle = palette.fail;
  context.lineWidth = 1.5;
  context.beginPath();
  let isBegun = false;
  for (let test = 0; test < log.shown; ++test) {
    if (log.best[test] < 0) continue;
    const at = y(log.executed(log.best[test]));
    if (isBegun) context.lineTo(x(test), at);
    else context.moveTo(x(test), at);
    isBegun = true;
  }
  context.stroke();
  for (let test = 0; test < log.shown; ++test) {
    context.globalAlpha = test <= current ? 1 : 0.3;
    drawOutcome(context, log, test, x(test), y(log.executed(test)), palette);
  }
  context.globalAlpha = 1;
}

function drawOutcome(
  context: CanvasRenderingContext2D,
  log: TestLog,
  test: number,
  x: number,
  y: number,
  palette: Palette,
): void {
  const outcome = log.outcome(test);
  // The marks of tests are smaller if there are many tests.
  const size = log.shown > 400 ? 1.5 : 3;
  context.fillStyle = palette[colours[outcome]];
  context.strokeStyle = palette[colours[outcome]];
  context.lineWidth = 1.2;
  context.beginPath();
  if (outcome === 'UNRESOLVED') {
    context.moveTo(x - size, y - size);
    context.lineTo(x + size, y + size);
    context.moveTo(x + size, y - size);
    context.lineTo(x - size, y + size);
    context.stroke();
    return;
  }
  context.arc(x, y, size, 0, 2 * Math.PI);
  if (outcome === 'FAIL') context.fill();
  else context.stroke();
}
