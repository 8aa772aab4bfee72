import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHAPTERS, type Chapter } from '#tests/spec/lines.ts';
import { NOT_BUILT, READINGS } from '#tests/spec/readings.ts';
import type { SourceFile } from './syntax.ts';
import { findMarks, type Mark } from './spec-marks.ts';

export const SPEC_MAP = 'docs/spec-map.md';

const HEAD = `# Spec map

<!-- Made by \`npm run spec-map\` from tests/spec/ and the marks of the tests; change those. -->

Every line of the specification that this version touches, where it lives, and the tests that are
marked with it: \`covers('§8 blob errors')\`. A marked test asserts something, or the gate fails.
"Ours" marks what the specification leaves open and we decided.
`;

/**
 * What is wrong with the map: a mark that proves nothing or names no line, a line without a marked
 * test, a place that is gone, a map on the disk that differs from the one the tests make.
 */
export function specMapFaults(root: string, files: readonly SourceFile[]): string[] {
  const { marks, faults } = findMarks(files);
  const map = readFileSync(join(root, SPEC_MAP), 'utf8');
  const stale = map === renderSpecMap(CHAPTERS, marks) ? [] : [`${SPEC_MAP}: stale; npm run spec-map`];
  return [...faults, ...lineFaults(CHAPTERS, marks), ...lostPlaces(root), ...stale];
}

/** A line is shown by a test or says why not, never both; a mark names a line. */
export function lineFaults(chapters: readonly Chapter[], marks: readonly Mark[]): string[] {
  const marked = new Set(marks.map(({ line }) => line));
  const lines = chapters.flatMap((chapter) => Object.entries(chapter.lines));
  const known = new Set(lines.map(([name]) => name));
  return [
    ...marks.flatMap(({ line, file }) => (known.has(line) ? [] : [`${file}: no line is “${line}”`])),
    ...lines.flatMap(([name, { untested }]) => {
      if (!marked.has(name) && untested === undefined) return [`“${name}”: no test is marked with it`];
      if (marked.has(name) && untested !== undefined)
        return [`“${name}”: a test is marked with it, though it says why none is`];
      return [];
    }),
  ];
}

const lostPlaces = (root: string): string[] =>
  CHAPTERS.flatMap(({ lines }) =>
    Object.entries(lines).flatMap(([name, { where }]) =>
      where.filter((path) => !existsSync(join(root, path))).map((path) => `“${name}”: there is no ${path}`),
    ),
  );

/** The map as it stands in docs/. */
export function renderSpecMap(chapters: readonly Chapter[], marks: readonly Mark[]): string {
  const tables = chapters.map(({ title, lines }) =>
    section(title, ['line', 'what', 'where', 'shown by'], rowsOf(lines, marks)),
  );
  const readings = section('Two readings, and what we chose', ['reading', 'choice'], READINGS);
  const open = `## Not built yet\n\n${NOT_BUILT.map((what) => `- ${what}`).join('\n')}\n`;
  return [HEAD, ...tables, readings, open].join('\n');
}

function rowsOf(lines: Chapter['lines'], marks: readonly Mark[]): string[][] {
  return Object.entries(lines).map(([name, { says, where, untested }]) => {
    const tests = new Set(marks.filter(({ line }) => line === name).map(({ file }) => file));
    const shown = untested ?? [...tests].sort().join('<br>');
    return [name, says, where.join('<br>'), shown];
  });
}

function section(title: string, head: readonly string[], rows: readonly (readonly string[])[]): string {
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [`## ${title}`, '', row(head), row(head.map(() => '---')), ...rows.map(row), ''].join('\n');
}
