// Describes the data that `pinstripe report` puts into the web page.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Event indices count from 0 here. In the JSON documents of the verbs, and in
// all that the user sees, they count from 1. Attributes that an older or a
// smaller report may lack are optional.

export interface Text {
  text: string;
  bytes: number;
  truncated: boolean;
}

export interface SourceFile {
  path: string;
  text: string | null;
}

export interface FunctionInfo {
  name: string;
  file: number;
  line: number;
  end_line?: number;
}

export interface Unit {
  file: number;
  line: number;
  column: number;
  end_line: number;
  end_column: number;
  kind: string;
  text: string;
  pinned?: string | null;
  function?: number;
}

export interface NamedValue {
  name: string;
  value: string;
}

export interface EventValues {
  read?: NamedValue[];
  written?: NamedValue[];
  text?: string;
}

export interface Reason {
  outcome: string;
  cause?: string;
  text: string;
  test?: number;
}

export interface Reduction {
  minimality: string;
  granularity: string;
  sentence: string;
  garbage_sensitive?: boolean | null;
  interrupted?: boolean;
}

export interface ColumnInfo {
  type: 'u8' | 'u32' | 'i32' | 'f32';
  length: number;
  delta?: boolean;
}

export interface Meta {
  format: number;
  version: string;
  case: {
    program: string;
    arguments?: string[];
    stdin?: string | null;
    predicates?: string[];
    flow?: string;
    poison?: string;
    directory?: string;
    command?: string;
  };
  engine?: { name: string; fallback: string | null };
  run: {
    ending?: string;
    stdout?: Text | null;
    stderr?: Text | null;
    stdin?: Text | null;
    expected?: Text | null;
    matched?: [number, number][];
    written?: [number, number, number][];
  };
  crash?: { text: string; unit?: number | null; message?: string } | null;
  events: number;
  invocations: number;
  files: SourceFile[];
  functions: FunctionInfo[];
  units: Unit[];
  sets?: { name: string; count: number }[];
  reduction?: Reduction | null;
  values?: Record<string, EventValues>;
  reasons?: Record<string, Reason>;
  guards?: number[];
  dependences?: { edges: number; of?: string; missing?: string | null };
  tests?: { count: number; shown: number; width: number };
  results?: Record<string, unknown>;
  /** Sentences about what is missing. */
  omissions?: string[];
  columns: Record<string, ColumnInfo>;
}
