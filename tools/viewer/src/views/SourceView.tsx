// The source with marks, heat and folds, and the list of functions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import { useMemo, useState } from 'preact/hooks';
import { heatLines } from '../data/Heat';
import { meaningOfMark } from '../data/Marks';
import { linesOfResult, type ResultFunction } from '../data/Result';
import { cleanupWords, type Report } from '../data/Report';
import { CodeView } from '../ui/CodeView';
import { useApp } from '../ui/Context';
import { useFileOf } from '../ui/Evidence';
import { Legend } from '../ui/Legend';
import { emptyAddress, formatAddress } from '../data/Address';

/** The file and line that the address is about; at first, what matters most. */
function useSelected(): { file: number; line: number } {
  const { report, address } = useApp();
  const fileOf = useFileOf();
  if (address.event !== null && address.event < report.eventCount) {
    const { file, line } = report.unit(address.event);
    return { file, line };
  }
  if (address.line) {
    const file = fileOf(address.line.path);
    if (file >= 0) return { file, line: address.line.line };
  }
  const kept = report.keptEvents;
  const event = kept.length > 0 ? kept[kept.length - 1] : 0;
  const unit = report.eventCount > 0 ? report.unit(event) : null;
  return { file: unit?.file ?? 0, line: 0 };
}

export function SourceView() {
  const { report, address } = useApp();
  const { file, line } = useSelected();
  const [onlyKept, setOnlyKept] = useState(false);
  return (
    <div class="source">
      <FunctionList file={file} />
      <div class="source-code">
        <p class="toolbar">
          <b>{report.meta.files[file]?.path}</b>
          <label>
            <input
              type="checkbox"
              checked={onlyKept}
              onChange={() => setOnlyKept(!onlyKept)}
            />
            fold what is not {report.keptWord}
          </label>
          <Legend />
        </p>
        <FileCode
          file={file}
          line={line}
          event={address.event}
          onlyKept={onlyKept}
        />
      </div>
    </div>
  );
}

export function FileCode(props: {
  file: number;
  line: number;
  event: number | null;
  onlyKept?: boolean;
}) {
  const { report, go } = useApp();
  const { file, line, event } = props;
  const lines = useMemo(() => heatLines(report, file), [report, file]);
  const info = report.meta.files[file];
  if (!info) return <p>The report has no source.</p>;
  if (info.text === null)
    return (
      <p>The text of {info.path} was not found when the report was made.</p>
    );
  const unit =
    event !== null && event < report.eventCount ? report.unit(event) : null;
  const place = unit && {
    line: unit.line,
    column: unit.column,
    endLine: unit.end_line,
    endColumn: unit.end_column,
  };
  return (
    <CodeView
      name={info.path}
      text={info.text}
      lines={lines}
      selected={line}
      place={place}
      onlyKept={props.onlyKept ?? false}
      onSelect={(number) =>
        go({ line: { path: info.path, line: number }, event: null, from: null })
      }
      meaning={(mark) => meaningOfMark(report, mark)}
      hint={(number) => hintOf(report, file, number)}
    />
  );
}

/** The instances of a line, in a few words. */
function hintOf(report: Report, file: number, line: number): string | null {
  const units = report.unitsOfLine(file, line);
  if (units.length === 0) return null;
  return units
    .map((unit) => {
      const { executed, kept, cleanups } = report.unitCount(unit);
      const text = report.meta.units[unit].text;
      if (executed === 0) return `${text}: not executed`;
      const first = report.instances.of(unit)[0];
      const last = report.instances.of(unit)[executed - 1];
      const values = report.values(last)?.text;
      return (
        `${text}: ${executed} instance${executed === 1 ? '' : 's'}, ` +
        `${kept} ${report.keptWord}, ` +
        (cleanups > 0 ? `${cleanupWords(cleanups)}, ` : '') +
        `event${executed === 1 ? '' : 's'} ${first + 1}` +
        (executed > 1 ? ` to ${last + 1}` : '') +
        (values ? `\nat the last: ${values}` : '')
      );
    })
    .join('\n');
}

function FunctionList({ file }: { file: number }) {
  const { report } = useApp();
  const results = useMemo(() => linesOfResult(report), [report]);
  return (
    <nav class="functions" aria-label="files and functions">
      {report.meta.files.map((info, index) => {
        const own = results.filter((result) => result.file === index);
        if (own.length === 0) return null;
        return (
          <div key={index} class={index === file ? 'here' : ''}>
            <h3>{info.path}</h3>
            <ul>
              {own.map((result) => (
                <FunctionEntry key={result.name} result={result} />
              ))}
            </ul>
          </div>
        );
      })}
    </nav>
  );
}

function FunctionEntry({ result }: { result: ResultFunction }) {
  const { report } = useApp();
  const info = report.meta.functions.find(
    ({ name, file }) => name === result.name && file === result.file,
  );
  const address = emptyAddress('source');
  address.line = {
    path: report.meta.files[result.file].path,
    line: info?.line ?? result.lines[0]?.line ?? 1,
  };
  const share = (100 * result.kept) / Math.max(1, result.executed);
  return (
    <li>
      <a href={formatAddress(address)}>
        {result.name}
        <span class="share">
          {result.kept} of {result.executed}
        </span>
        <span class="bar" aria-hidden="true">
          <span
            style={{ width: result.kept > 0 ? `max(2px, ${share}%)` : 0 }}
          />
        </span>
      </a>
    </li>
  );
}
