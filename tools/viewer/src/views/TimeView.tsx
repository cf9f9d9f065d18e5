// The whole run as a flame graph of invocations over event numbers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import { ticks } from 'd3-array';
import { select } from 'd3-selection';
import {
  zoom,
  zoomIdentity,
  type D3ZoomEvent,
  type ZoomTransform,
} from 'd3-zoom';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import {
  drawFlame,
  drawOverview,
  eventAt,
  eventRow,
  flameModel,
  invocationAt,
  rowHeight,
  type FlameView,
} from '../canvas/Flame';
import { lowerBound } from '../data/EventSet';
import { useDrawing, useSize } from '../ui/Canvas';
import { readPalette } from '../ui/Colours';
import { useApp } from '../ui/Context';
import { Term } from '../ui/Term';

export function TimeView() {
  const { report, address, go, theme } = useApp();
  const model = useMemo(() => flameModel(report), [report]);
  const palette = useMemo(readPalette, [theme]);
  const place = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const size = useSize(place);
  const [transform, setTransform] = useState<ZoomTransform>(zoomIdentity);
  const last = useRef<ZoomTransform>(zoomIdentity);
  const clicked = useRef(-1);
  const [hint, setHint] = useState<string>('');
  const count = Math.max(1, report.eventCount);

  const eventOf = (x: number) =>
    (transform.invertX(x) / Math.max(1, size.width)) * count;
  const [from, to] = [eventOf(0), eventOf(size.width)];
  const view: FlameView = {
    from,
    to,
    width: size.width,
    height: size.height,
    scroll: -transform.y,
    selected: address.event,
    selectedFrom: address.from,
  };

  const zooming = useMemo(
    () =>
      zoom<HTMLCanvasElement, unknown>().on(
        'zoom',
        (event: D3ZoomEvent<HTMLCanvasElement, unknown>) =>
          setTransform(event.transform),
      ),
    [],
  );
  useEffect(() => {
    if (size.width === 0) return;
    const tall = Math.max(
      size.height,
      eventRow + model.rows.length * rowHeight + 8,
    );
    zooming
      .scaleExtent([1, Math.max(1, (count * 90) / size.width)])
      .constrain((next, [[x0], [x1]]) => {
        const x = Math.min(0, Math.max(x1 - x0 - (x1 - x0) * next.k, next.x));
        // Rows keep their height, so a zoom must not move them.
        const isZoom = next.k !== last.current.k;
        const wanted = isZoom ? last.current.y : next.y;
        const y = Math.min(0, Math.max(size.height - tall, wanted));
        last.current = zoomIdentity.translate(x, y).scale(next.k);
        return last.current;
      });
    const selection = select(canvas.current!).call(zooming);
    selection.on('dblclick.zoom', null);
  }, [size.width, size.height]);

  // An event that is selected elsewhere is brought into sight.
  useEffect(() => {
    if (address.event === null || size.width === 0) return;
    if (address.event >= from && address.event < to) return;
    showRange(address.event - (to - from) / 2, address.event + (to - from) / 2);
  }, [address.event, size.width]);

  function showRange(begin: number, end: number) {
    const wanted = Math.max(10, end - begin);
    const scale = Math.max(1, count / wanted);
    const x = -begin * (size.width / count) * scale;
    zooming.transform(
      select(canvas.current!),
      zoomIdentity.translate(x, transform.y).scale(scale),
    );
  }

  useDrawing(
    canvas,
    size,
    (context) => drawFlame(context, model, view, palette),
    [model, palette, from, to, transform.y, address.event, address.from],
  );

  const pointed = (event: MouseEvent) => {
    const box = canvas.current!.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const onMove = (event: MouseEvent) => {
    const { x, y } = pointed(event);
    setHint(hintAt(x, y));
  };
  function hintAt(x: number, y: number): string {
    const event = Math.min(count - 1, Math.floor(eventAt(view, x)));
    const invocation = invocationAt(model, view, x, y);
    const what = `event ${event + 1}: ${report.name(event)}  ${report.unit(event).text}`;
    if (invocation < 0) return what;
    const { start, end, functionOf } = report.invocations;
    const kept =
      lowerBound(report.countedEvents, end[invocation]) -
      lowerBound(report.countedEvents, start[invocation]);
    return (
      `${report.functionName(functionOf[invocation])}, events ` +
      `${start[invocation] + 1} to ${end[invocation]}, ${kept} ${report.keptWord} · ${what}`
    );
  }
  const onClick = (event: MouseEvent) => {
    // The evidence that opens after a click moves what is below the pointer, so
    // a double click means what was there at the first one.
    if (event.detail > 1) return;
    const { x, y } = pointed(event);
    clicked.current = invocationAt(model, view, x, y);
    const perPixel = (to - from) / Math.max(1, size.width);
    const at = Math.floor(eventAt(view, x));
    // Within a few pixels, a kept event is what was meant.
    const before = report.nextKept(at + 1, -1);
    const after = report.nextKept(at, 1);
    const near = [before, after]
      .filter((kept) => kept >= 0 && Math.abs(kept - at) <= 3 * perPixel)
      .sort((a, b) => Math.abs(a - at) - Math.abs(b - at))[0];
    go({ event: Math.min(count - 1, near ?? at), line: null });
  };
  const onDoubleClick = () => {
    const invocation = clicked.current;
    if (invocation < 0) return showRange(0, count);
    const { start, end } = report.invocations;
    const margin = (end[invocation] - start[invocation]) * 0.02;
    showRange(start[invocation] - margin, end[invocation] + margin);
  };

  return (
    <div class="time">
      <p class="toolbar">
        <span>
          <Term word="invocation">Invocations</Term> over{' '}
          <Term word="event">event</Term> numbers
        </span>
        <span class="legend">
          <span>
            <i class="swatch critical" /> {report.keptWord} event
          </span>
          <span>
            <i class="swatch frame-lit" /> has {report.keptWord} events
          </span>
          <span>
            <i class="swatch frame" /> has none
          </span>
        </span>
        <button type="button" onClick={() => showRange(0, count)}>
          whole run
        </button>
        <span class="muted">
          wheel or pinch: zoom · drag: move · double click: zoom to an
          invocation
        </span>
      </p>
      <Overview model={model} from={from} to={to} onRange={showRange} />
      <Axis from={from} to={to} width={size.width} />
      <div class="flame" ref={place}>
        <canvas
          ref={canvas}
          role="img"
          aria-label={`flame graph of ${report.invocations.functionOf.length} invocations over ${count} events`}
          onMouseMove={onMove}
          onMouseLeave={() => setHint('')}
          onClick={onClick}
          onDblClick={onDoubleClick}
        />
      </div>
      <p class="hint" aria-live="off">
        {hint || '\u00a0'}
      </p>
    </div>
  );
}

function Axis(props: { from: number; to: number; width: number }) {
  const { from, to, width } = props;
  const numbers = ticks(from + 1, to + 1, Math.max(2, width / 110));
  const place = (number: number) => ((number - 1 - from) / (to - from)) * width;
  return (
    <div class="axis" aria-hidden="true">
      {numbers
        .filter((number) => Number.isInteger(number))
        .map((number) => (
          <span key={number} style={{ left: place(number) + 'px' }}>
            {number.toLocaleString('en')}
          </span>
        ))}
    </div>
  );
}

function Overview(props: {
  model: ReturnType<typeof flameModel>;
  from: number;
  to: number;
  onRange: (from: number, to: number) => void;
}) {
  const { report, theme } = useApp();
  const palette = useMemo(readPalette, [theme]);
  const place = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const size = useSize(place);
  const count = Math.max(1, report.eventCount);
  useDrawing(
    canvas,
    size,
    (context) =>
      drawOverview(context, props.model, size.width, size.height, palette),
    [props.model, palette],
  );
  const percent = (event: number) => (100 * event) / count;
  const begin = useRef<number | null>(null);
  const at = (event: PointerEvent) => {
    const box = place.current!.getBoundingClientRect();
    return ((event.clientX - box.left) / box.width) * count;
  };
  const onDown = (event: PointerEvent) => {
    begin.current = at(event);
    place.current!.setPointerCapture(event.pointerId);
  };
  const onUp = (event: PointerEvent) => {
    if (begin.current === null) return;
    const [a, b] = [begin.current, at(event)].sort((x, y) => x - y);
    begin.current = null;
    // A click moves the part that is shown; a drag chooses another.
    if (b - a < count / 200) {
      const half = (props.to - props.from) / 2;
      props.onRange(a - half, a + half);
    } else props.onRange(a, b);
  };
  return (
    <div class="overview" ref={place} onPointerDown={onDown} onPointerUp={onUp}>
      <canvas ref={canvas} role="img" aria-label="overview of the run" />
      <span
        class="window"
        style={{
          left: percent(props.from) + '%',
          width: `max(3px, ${percent(props.to - props.from)}%)`,
        }}
      />
    </div>
  );
}
