// Draws the calls of a run as a flame chart, with the kept events highlighted.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The drawing time depends on the number of pixels, not on the length of the
// run. In each row, a binary search finds the next call that begins at least
// one pixel further right.

import { lowerBound } from '../data/EventSet';
import type { Report } from '../data/Report';
import type { Palette } from '../ui/Colours';

export const rowHeight = 19;
/** Height of the row of events at the top. */
export const eventRow = 26;

interface FlameRow {
  starts: Uint32Array;
  invocations: Uint32Array;
  /** How many of the invocations before each have kept events in them. */
  litBefore: Uint32Array;
}

export interface FlameModel {
  report: Report;
  /** For each depth: starts of the invocations, and the invocations. */
  rows: FlameRow[];
  /** For each invocation: kept events in it and in what it called. */
  keptIn: Uint32Array;
  /** Kept events by the depth at which they were executed. */
  keptByDepth: Uint32Array[];
}

export function flameModel(report: Report): FlameModel {
  const { invocations, keptEvents, invocationOf } = report;
  const keptIn = new Uint32Array(invocations.functionOf.length);
  for (let i = 0; i < keptIn.length; ++i)
    keptIn[i] =
      lowerBound(keptEvents, invocations.end[i]) -
      lowerBound(keptEvents, invocations.start[i]);
  const rows: FlameRow[] = [];
  for (let depth = 0; depth <= invocations.maxDepth; ++depth) {
    const members = invocations.byDepth.of(depth);
    const starts = Uint32Array.from(members, (i) => invocations.start[i]);
    const litBefore = new Uint32Array(members.length + 1);
    members.forEach((invocation, index) => {
      litBefore[index + 1] =
        litBefore[index] + (keptIn[invocation] > 0 ? 1 : 0);
    });
    rows.push({ starts, invocations: members, litBefore });
  }
  const lists: number[][] = rows.map(() => []);
  for (const event of keptEvents)
    lists[invocations.depth[invocationOf[event]]].push(event);
  const keptByDepth = lists.map((list) => Uint32Array.from(list));
  return { report, rows, keptIn, keptByDepth };
}

export interface FlameView {
  /** The events at the left and the right edge; they may be fractions. */
  from: number;
  to: number;
  width: number;
  height: number;
  /** Pixels by which the rows are moved up. */
  scroll: number;
  selected: number | null;
  selectedFrom: number | null;
}

/** Returns the x of an event's left edge. */
export function xOf(view: FlameView, event: number): number {
  return ((event - view.from) / (view.to - view.from)) * view.width;
}

export function eventAt(view: FlameView, x: number): number {
  return view.from + (x / view.width) * (view.to - view.from);
}

export function drawFlame(
  context: CanvasRenderingContext2D,
  model: FlameModel,
  view: FlameView,
  palette: Palette,
): void {
  context.clearRect(0, 0, view.width, view.height);
  context.font = '12px ui-monospace, Menlo, Consolas, monospace';
  context.textBaseline = 'middle';
  context.save();
  context.beginPath();
  context.rect(0, eventRow, view.width, view.height - eventRow);
  context.clip();
  const first = Math.floor(view.scroll / rowHeight);
  const last = Math.ceil((view.scroll + view.height - eventRow) / rowHeight);
  for (let depth = first; depth < Math.min(last, model.rows.length); ++depth)
    drawRow(context, model, view, palette, depth);
  context.restore();
  drawEvents(context, model, view, palette);
  drawSelection(context, view, palette);
}

function drawRow(
  context: CanvasRenderingContext2D,
  model: FlameModel,
  view: FlameView,
  palette: Palette,
  depth: number,
): void {
  const { report, rows } = model;
  const { end, functionOf } = report.invocations;
  const { starts, invocations, litBefore } = rows[depth];
  const y = eventRow + depth * rowHeight - view.scroll;
  const eventsPerPixel = (view.to - view.from) / view.width;
  let index = Math.max(0, lowerBound(starts, view.from + 1) - 1);
  while (index < starts.length && starts[index] < view.to) {
    const invocation = invocations[index];
    const left = xOf(view, starts[index]);
    const right = xOf(view, end[invocation]);
    if (right < 0) {
      ++index;
      continue;
    }
    const isNarrow = right - left <= 1.5;
    // Narrow calls that begin in the same column of pixels are drawn as one.
    const column = Math.floor(left);
    const next = isNarrow
      ? Math.max(
          index + 1,
          lowerBound(starts, view.from + (column + 1) * eventsPerPixel),
        )
      : index + 1;
    const isLit = litBefore[next] > litBefore[index];
    context.fillStyle = isLit ? palette['frame-lit'] : palette.frame;
    if (isNarrow) context.fillRect(column, y + 1, 1, rowHeight - 2);
    else {
      const width = right - left - (right - left > 4 ? 1 : 0);
      context.fillRect(left, y + 1, width, rowHeight - 2);
      label(
        context,
        report.functionName(functionOf[invocation]),
        Math.max(0, left) + 4,
        y + rowHeight / 2 - 1,
        Math.min(view.width, right) - Math.max(0, left) - 8,
        palette,
      );
    }
    index = next;
  }
  context.fillStyle = palette.critical;
  ticks(model.keptByDepth[depth], view, (x, width) =>
    context.fillRect(x, y + rowHeight - 5, width, 4),
  );
}

function label(
  context: CanvasRenderingContext2D,
  name: string,
  x: number,
  y: number,
  room: number,
  palette: Palette,
): void {
  const letters = Math.floor(room / 7.3);
  if (letters < 2) return;
  context.fillStyle = palette['frame-text'];
  const text = name.length > letters ? name.slice(0, letters - 1) + '…' : name;
  context.fillText(text, x, y);
}

/** Calls `draw` for each pixel column in which there is one of `events`. */
function ticks(
  events: Uint32Array,
  view: FlameView,
  draw: (x: number, width: number) => void,
): void {
  const perPixel = (view.to - view.from) / view.width;
  const width = Math.max(1.5, 1 / perPixel - 1);
  let index = lowerBound(events, Math.floor(view.from));
  while (index < events.length && events[index] < view.to) {
    draw(xOf(view, events[index]), width);
    index = Math.max(index + 1, lowerBound(events, events[index] + perPixel));
  }
}

function drawEvents(
  context: CanvasRenderingContext2D,
  model: FlameModel,
  view: FlameView,
  palette: Palette,
): void {
  context.fillStyle = palette.panel;
  context.fillRect(0, 0, view.width, eventRow);
  context.fillStyle = palette.critical;
  ticks(model.report.keptEvents, view, (x, width) =>
    context.fillRect(x, eventRow - 10, width, 8),
  );
}

function drawSelection(
  context: CanvasRenderingContext2D,
  view: FlameView,
  palette: Palette,
): void {
  for (const event of [view.selectedFrom, view.selected]) {
    if (event === null) continue;
    const left = xOf(view, event);
    const right = Math.max(left + 2, xOf(view, event + 1));
    context.fillStyle = palette.accent;
    context.fillRect(left, eventRow - 12, right - left, 12);
    context.globalAlpha = 0.25;
    context.fillRect(left, eventRow, right - left, view.height - eventRow);
    context.globalAlpha = 1;
  }
}

/** The whole run as one strip: how deep it was, and where events are kept. */
export function drawOverview(
  context: CanvasRenderingContext2D,
  model: FlameModel,
  width: number,
  height: number,
  palette: Palette,
): void {
  const { report } = model;
  const { depth, maxDepth } = report.invocations;
  const count = report.eventCount;
  context.clearRect(0, 0, width, height);
  const room = height - 9;
  for (let x = 0; x < width; ++x) {
    const from = Math.floor((x * count) / width);
    const to = Math.max(from + 1, Math.floor(((x + 1) * count) / width));
    // A column of pixels stands for a range of events. It is drawn as deep as
    // the deepest call in a sample of these events.
    const step = Math.max(1, Math.floor((to - from) / 16));
    let deepest = 0;
    for (let event = from; event < to && event < count; event += step)
      deepest = Math.max(deepest, depth[report.invocationOf[event]]);
    const high = ((deepest + 1) / (maxDepth + 1)) * room;
    context.fillStyle = palette.frame;
    context.fillRect(x, 0, 1, high);
  }
  context.fillStyle = palette.critical;
  const whole = { from: 0, to: count, width } as FlameView;
  ticks(report.keptEvents, whole, (x, size) =>
    context.fillRect(x, height - 7, Math.max(1, size), 7),
  );
}

/** Returns the invocation at a point of the picture, or -1. */
export function invocationAt(
  model: FlameModel,
  view: FlameView,
  x: number,
  y: number,
): number {
  const depth = Math.floor((y - eventRow + view.scroll) / rowHeight);
  if (y < eventRow || depth < 0 || depth >= model.rows.length) return -1;
  const { starts, invocations } = model.rows[depth];
  const event = Math.floor(eventAt(view, x));
  const index = lowerBound(starts, event + 1) - 1;
  if (index < 0) return -1;
  const invocation = invocations[index];
  return event < model.report.invocations.end[invocation] ? invocation : -1;
}
