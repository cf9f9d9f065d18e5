// Shows a source file in CodeMirror, with marks, heat and folds.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import { cpp } from '@codemirror/lang-cpp';
import {
  codeFolding,
  foldEffect,
  foldGutter,
  syntaxHighlighting,
  unfoldAll,
  unfoldEffect,
  foldedRanges,
} from '@codemirror/language';
import {
  Compartment,
  EditorState,
  RangeSetBuilder,
  type Extension,
  type Text,
} from '@codemirror/state';
import {
  Decoration,
  EditorView,
  GutterMarker,
  gutter,
  lineNumbers,
} from '@codemirror/view';
import { useEffect, useRef, useState } from 'preact/hooks';
import { markClass, type Mark, type UnitMark } from '../data/Marks';
import { codeColours } from './CodeColours';

export interface CodeLine {
  mark: UnitMark | null;
  /** The part of the run's executions that are here, from 0 to 1. */
  heat: number;
}

export interface CodeViewProps {
  name: string;
  text: string;
  lines: Map<number, CodeLine>;
  selected: number;
  /** The place of the selected statement, with lines and columns from 1. */
  place: {
    line: number;
    column: number;
    endLine: number;
    endColumn: number;
  } | null;
  /** True to fold what has no kept statement. */
  onlyKept: boolean;
  onSelect: (line: number) => void;
  meaning: (mark: Mark) => string;
  /** The text that appears when the pointer is over a line. */
  hint: (line: number) => string | null;
}

/** What the parts of the editor need; onHover(0) means no line. */
interface Inside extends CodeViewProps {
  onHover: (line: number, event: MouseEvent | null) => void;
}

class SignMarker extends GutterMarker {
  constructor(
    private readonly mark: UnitMark,
    private readonly meaning: string,
  ) {
    super();
  }
  override eq(other: SignMarker): boolean {
    return other.mark === this.mark;
  }
  override toDOM(): Node {
    const element = document.createElement('span');
    element.className = 'sign ' + markClass[this.mark.mark];
    element.title = this.meaning;
    const glyph = document.createElement('b');
    glyph.textContent = this.mark.mark;
    const label = document.createElement('span');
    label.textContent = ' ' + this.mark.label;
    element.append(glyph, label);
    return element;
  }
}

class HeatMarker extends GutterMarker {
  constructor(
    private readonly heat: number,
    private readonly executed: number,
  ) {
    super();
  }
  override eq(other: HeatMarker): boolean {
    return other.heat === this.heat && other.executed === this.executed;
  }
  override toDOM(): Node {
    const element = document.createElement('span');
    element.className = 'heat';
    element.title = `executed ${this.executed} times`;
    element.style.setProperty('--heat', this.heat.toFixed(3));
    return element;
  }
}

function gutters(props: CodeViewProps): Extension {
  const select = (view: EditorView, line: { from: number }) => {
    props.onSelect(view.state.doc.lineAt(line.from).number);
    return true;
  };
  const lineOf = (view: EditorView, from: number) =>
    props.lines.get(view.state.doc.lineAt(from).number);
  return [
    gutter({
      class: 'cm-signs',
      lineMarker: (view, line) => {
        const mark = lineOf(view, line.from)?.mark;
        return mark ? new SignMarker(mark, props.meaning(mark.mark)) : null;
      },
      domEventHandlers: { click: select },
    }),
    lineNumbers({ domEventHandlers: { click: select } }),
    gutter({
      class: 'cm-heat',
      lineMarker: (view, line) => {
        const found = lineOf(view, line.from);
        return found?.mark
          ? new HeatMarker(found.heat, found.mark.executed)
          : null;
      },
      domEventHandlers: { click: select },
    }),
  ];
}

function decorations(props: CodeViewProps, doc: Text) {
  const builder = new RangeSetBuilder<Decoration>();
  const { place } = props;
  for (let number = 1; number <= doc.lines; ++number) {
    const line = doc.line(number);
    const mark = props.lines.get(number)?.mark;
    const classes = [mark ? 'l-' + markClass[mark.mark] : 'l-none'];
    if (number === props.selected) classes.push('l-selected');
    builder.add(
      line.from,
      line.from,
      Decoration.line({ class: classes.join(' ') }),
    );
    if (place && place.line === number) {
      const last = doc.line(Math.min(place.endLine, doc.lines));
      const from = Math.min(line.from + place.column - 1, line.to);
      const to = Math.min(last.from + place.endColumn - 1, last.to);
      if (to > from && last.number === number)
        builder.add(from, to, Decoration.mark({ class: 'cm-statement' }));
    }
  }
  return builder.finish();
}

/** The runs of at least three lines in which nothing is kept. */
function foldsOf(props: CodeViewProps, state: EditorState) {
  const effects = [];
  let begin = 1;
  for (let number = 1; number <= state.doc.lines + 1; ++number) {
    const isKept = (props.lines.get(number)?.mark?.kept ?? 0) > 0;
    if (!isKept && number <= state.doc.lines && number !== props.selected)
      continue;
    if (number - begin >= 3)
      effects.push(
        foldEffect.of({
          from: state.doc.line(begin).from,
          to: state.doc.line(number - 1).to,
        }),
      );
    begin = number + 1;
  }
  return effects;
}

/** What changes with the selection and the marks, apart from the text. */
const changing = new Compartment();

function changingOf(props: CodeViewProps, doc: Text): Extension {
  return [gutters(props), EditorView.decorations.of(decorations(props, doc))];
}

function stateOf(props: Inside): EditorState {
  const state = EditorState.create({
    doc: props.text,
    extensions: [changing.of([]), extensionsOf(props)],
  });
  const effects = changing.reconfigure(changingOf(props, state.doc));
  return state.update({ effects }).state;
}

function extensionsOf(props: Inside): Extension {
  return [
    codeFolding({ placeholderText: '⋮' }),
    foldGutter({ openText: '▾', closedText: '▸' }),
    cpp(),
    syntaxHighlighting(codeColours),
    EditorState.readOnly.of(true),
    EditorView.editable.of(false),
    EditorView.contentAttributes.of({
      'aria-label': 'source of ' + props.name,
      'aria-readonly': 'true',
      tabindex: '0',
    }),
    EditorView.domEventHandlers({
      click: (event, view) => {
        const at = view.posAtCoords(event);
        if (at !== null && view.state.selection.main.empty)
          props.onSelect(view.state.doc.lineAt(at).number);
      },
    }),
    EditorView.domEventHandlers({
      mousemove: (event, view) => {
        const block = view.lineBlockAtHeight(event.clientY - view.documentTop);
        props.onHover(view.state.doc.lineAt(block.from).number, event);
      },
      mouseleave: () => props.onHover(0, null),
    }),
  ];
}

/** Brings a line into sight, unless it is there already. */
function reveal(view: EditorView, number: number): void {
  if (number < 1 || number > view.state.doc.lines) return;
  const line = view.state.doc.line(number);
  const effects = [];
  foldedRanges(view.state).between(line.from, line.to, (from, to) => {
    effects.push(unfoldEffect.of({ from, to }));
  });
  const box = view.scrollDOM.getBoundingClientRect();
  const at = view.lineBlockAt(line.from).top + view.documentTop;
  const isSeen = at > box.top + 20 && at < box.bottom - 40;
  if (!isSeen)
    effects.push(EditorView.scrollIntoView(line.from, { y: 'center' }));
  if (effects.length > 0) view.dispatch({ effects });
}

/** Below the pointer, or above it in the lower part of the window. */
function tipPlace(x: number, y: number): Record<string, string> {
  const left = Math.max(8, Math.min(x + 12, innerWidth - 372)) + 'px';
  return y > innerHeight * 0.7
    ? { left, bottom: innerHeight - y + 14 + 'px' }
    : { left, top: y + 18 + 'px' };
}

export function CodeView(props: CodeViewProps) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const [tip, setTip] = useState<{ text: string; x: number; y: number } | null>(
    null,
  );
  const latest = useRef(props);
  latest.current = props;

  // Handlers in the editor live longer than one rendering, so they look up the
  // latest properties.
  const self = (): Inside => ({
    ...latest.current,
    onSelect: (line) => latest.current.onSelect(line),
    onHover: (line, event) => {
      const text = line > 0 ? latest.current.hint(line) : null;
      setTip(
        text && event ? { text, x: event.clientX, y: event.clientY } : null,
      );
    },
  });

  useEffect(() => {
    const current = new EditorView({ parent: place.current! });
    view.current = current;
    return () => current.destroy();
  }, []);

  useEffect(() => {
    view.current!.setState(stateOf(self()));
  }, [props.text, props.name]);

  useEffect(() => {
    const current = view.current!;
    const { doc } = current.state;
    current.dispatch({
      effects: changing.reconfigure(changingOf(self(), doc)),
    });
    reveal(current, props.selected);
  }, [
    props.text,
    props.lines,
    props.selected,
    props.place?.line,
    props.place?.column,
  ]);

  useEffect(() => {
    const current = view.current!;
    if (props.onlyKept)
      current.dispatch({ effects: foldsOf(self(), current.state) });
    else unfoldAll(current);
  }, [props.text, props.onlyKept]);

  return (
    <div class="code" ref={place}>
      {tip && (
        <div class="tip code-tip" style={tipPlace(tip.x, tip.y)}>
          {tip.text}
        </div>
      )}
    </div>
  );
}
