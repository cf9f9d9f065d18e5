// Draws the graph of causes, which can be moved and zoomed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import { select } from 'd3-selection';
import { zoom, zoomIdentity, type D3ZoomEvent } from 'd3-zoom';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { CausesModel, PlacedEdge, PlacedNode } from '../data/CausesModel';
import { markClass, markOfEvent } from '../data/Marks';
import { useSize } from './Canvas';
import { useApp } from './Context';

export function GraphPicture(props: {
  model: CausesModel;
  onOpen: (key: string) => void;
  onClose: (key: string) => void;
}) {
  const { address, go } = useApp();
  const { model } = props;
  const place = useRef<HTMLDivElement>(null);
  const svg = useRef<SVGSVGElement>(null);
  const size = useSize(place);
  const [transform, setTransform] = useState(zoomIdentity);
  const zooming = useMemo(
    () =>
      zoom<SVGSVGElement, unknown>()
        .scaleExtent([0.05, 2.5])
        .on('zoom', (event: D3ZoomEvent<SVGSVGElement, unknown>) =>
          setTransform(event.transform),
        ),
    [],
  );
  useEffect(() => {
    select(svg.current!).call(zooming).on('dblclick.zoom', null);
  }, []);

  // A new layout is shown as a whole if it stays readable. Otherwise the part
  // around the selected event is shown, or the top.
  const { width, height } = model;
  useEffect(() => {
    if (size.width === 0 || width === 0) return;
    // The hint stands below the picture.
    const room = size.height - 28;
    const fit = Math.min(size.width / width, room / height, 1);
    const scale = Math.max(fit, Math.min(1, size.width < 600 ? 0.75 : 0.7));
    const focus = model.nodes.find(({ key }) => key === model.selected);
    const isWhole = fit >= scale;
    const x = isWhole || !focus ? width / 2 : focus.x;
    const y = isWhole ? height / 2 : focus ? focus.y : room / 2 / scale;
    const to = zoomIdentity
      .translate(size.width / 2 - x * scale, room / 2 - y * scale)
      .scale(scale);
    zooming.transform(select(svg.current!), to);
  }, [model.nodes.length, width, height, size.width, size.height]);

  // If a key selects an event that is out of sight, the picture moves there.
  useEffect(() => {
    const node = model.nodes.find(({ key }) => key === model.selected);
    if (!node || size.width === 0) return;
    const [x, y] = transform.apply([node.x, node.y]);
    const isSeen = x > 0 && x < size.width && y > 0 && y < size.height;
    if (!isSeen) zooming.translateTo(select(svg.current!), node.x, node.y);
  }, [model.selected]);

  const onSelect = (node: PlacedNode, key: { shiftKey: boolean }) => {
    const event = node.events[node.events.length - 1];
    if (event === undefined) return;
    if (node.kind !== 'event') return props.onOpen(node.key);
    if (key.shiftKey && address.event !== null)
      return go({ from: address.event, event });
    go({ event, line: null });
  };
  const isDim = (key: string) =>
    model.chain.size > 0
      ? !model.chain.has(key)
      : model.lit !== null && !model.lit.has(key) && key !== 'out';
  return (
    <div class="graph" ref={place}>
      <svg
        ref={svg}
        width={size.width}
        height={size.height}
        role="group"
        aria-label={`graph of ${model.nodes.length} nodes`}
      >
        <defs>
          {['data', 'address', 'control', 'output'].map((kind) => (
            <marker
              key={kind}
              id={'arrow-' + kind}
              class={'arrow ' + kind}
              viewBox="0 0 8 8"
              refX="7"
              refY="4"
              markerUnits="userSpaceOnUse"
              markerWidth="9"
              markerHeight="9"
              orient="auto"
            >
              <path d="M0,0 L8,4 L0,8 z" />
            </marker>
          ))}
        </defs>
        <g transform={transform.toString()}>
          {model.edges.map((edge) => (
            <EdgePath
              key={edge.from + edge.to + edge.kind}
              edge={edge}
              isDim={isDim(edge.from) || isDim(edge.to)}
            />
          ))}
          {model.nodes.map((node) => (
            <NodeBox
              key={node.key}
              node={node}
              isDim={isDim(node.key)}
              isSelected={node.key === model.selected}
              onSelect={(event) => onSelect(node, event)}
              onClose={
                node.group ? () => props.onClose(node.group!) : undefined
              }
            />
          ))}
        </g>
      </svg>
      <p class="hint">
        drag: move · wheel or pinch: zoom · select an event: what it depends on
        stays lit · shift-click a second one: the chain between them
      </p>
    </div>
  );
}

function EdgePath({ edge, isDim }: { edge: PlacedEdge; isDim: boolean }) {
  const [first, ...rest] = edge.points;
  if (!first) return null;
  const path =
    `M${first.x},${first.y}` + rest.map(({ x, y }) => `L${x},${y}`).join('');
  return (
    <path
      class={
        `edge-line ${edge.kind}` +
        (isDim ? ' dim' : '') +
        (edge.isIndirect ? ' indirect' : '')
      }
      d={path}
      marker-end={`url(#arrow-${edge.kind})`}
      stroke-width={Math.min(4, 1.2 + Math.log2(edge.count) / 2)}
    >
      <title>
        {edge.kind}
        {edge.isIndirect && ', through events that are not needed'}
        {edge.count > 1 && `, ${edge.count} times`}
      </title>
    </path>
  );
}

function NodeBox(props: {
  node: PlacedNode;
  isDim: boolean;
  isSelected: boolean;
  onSelect: (event: { shiftKey: boolean }) => void;
  onClose?: () => void;
}) {
  const { report } = useApp();
  const { node, onSelect } = props;
  const { width, height } = node;
  const isOutput = node.key === 'out';
  const mark = isOutput ? '●' : markOfEvent(report, node.events[0]);
  const classes = [
    'node',
    isOutput ? 'output' : node.kind,
    markClass[mark],
    props.isDim ? 'dim' : '',
    props.isSelected ? 'selected' : '',
  ];
  return (
    <g
      class={classes.join(' ')}
      transform={`translate(${node.x - width / 2},${node.y - height / 2})`}
      role="button"
      tabIndex={0}
      onClick={(event) => onSelect(event)}
      onKeyDown={(event) => event.key === 'Enter' && onSelect(event)}
    >
      {(node.kind !== 'event' || isOutput) && !isOutput && (
        <rect class="behind" x={3} y={3} width={width} height={height} rx={3} />
      )}
      <rect width={width} height={height} rx={isOutput ? 12 : 3} />
      <text x={11} y={17}>
        {node.title}
      </text>
      <text x={11} y={33} class="detail">
        {node.kind !== 'event' && '⊞ '}
        {node.detail}
      </text>
      {props.onClose && props.isSelected && (
        <text
          x={width - 6}
          y={15}
          class="closer"
          onClick={(event) => {
            event.stopPropagation();
            props.onClose!();
          }}
        >
          ⊟<title>gather this event's loop or call into one node</title>
        </text>
      )}
    </g>
  );
}
