// Links to events and lines, with their marks.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import type { ComponentChildren } from 'preact';
import { emptyAddress, formatAddress, type View } from '../data/Address';
import {
  markClass,
  meaningOfMark,
  markOfEvent,
  type Mark,
} from '../data/Marks';
import { useApp } from './Context';

export function MarkSign(props: { mark: Mark }) {
  const { report } = useApp();
  return (
    <span
      class={'mark ' + markClass[props.mark]}
      title={meaningOfMark(report, props.mark)}
    >
      {props.mark}
    </span>
  );
}

/** Returns the link's target for an event, in the view that is open. */
export function useEventAddress(): (event: number, view?: View) => string {
  const { address } = useApp();
  const here: View = address.view === 'answer' ? 'source' : address.view;
  return (event, view) =>
    formatAddress({ ...emptyAddress(view ?? here), event });
}

export function EventLink(props: {
  event: number;
  view?: View;
  note?: ComponentChildren;
  withFunction?: boolean;
}) {
  const { report, address } = useApp();
  const addressOf = useEventAddress();
  const { event } = props;
  const values = report.values(event)?.text;
  return (
    <a
      class={'event' + (address.event === event ? ' here' : '')}
      href={addressOf(event, props.view)}
      title={`event ${event + 1} of ${report.eventCount}`}
    >
      <MarkSign mark={markOfEvent(report, event)} />
      <span class="place">{report.name(event)}</span>
      {props.withFunction && (
        <span class="function">{report.functionOfEvent(event)}</span>
      )}
      <code>{report.unit(event).text}</code>
      {values && <span class="value">{values}</span>}
      {props.note}
    </a>
  );
}

export function LineLink(props: {
  file: number;
  line: number;
  view?: View;
  children?: ComponentChildren;
}) {
  const { report } = useApp();
  const path = report.meta.files[props.file]?.path ?? '';
  const target = emptyAddress(props.view ?? 'source');
  target.line = { path, line: props.line };
  return (
    <a class="line-link" href={formatAddress(target)}>
      {props.children ?? `${report.fileName(props.file)}:${props.line}`}
    </a>
  );
}
