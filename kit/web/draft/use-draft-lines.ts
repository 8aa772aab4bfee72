import { useEffect, useRef, useState } from 'react';
import type { DraftShape } from '#kit/model/draft-shape.ts';
import type { FieldError } from '#kit/model/refusal.ts';
import type { Row } from '#ui/cells/faces.ts';
import type { DetailRow } from '../detail/use-row.ts';
import { toast } from '#ui/feedback.tsx';
import type { GridRow } from '#ui/grid/grid-column.ts';
import type { LineGridHandle } from '../lines/line-grid.tsx';

export interface DraftLinesState {
  /** The lines as they are stored. */
  lines: readonly GridRow[];
  handle: LineGridHandle | null;
  takeHandle: (handle: LineGridHandle | null) => void;
  /** What the server said of lines, where no cell can say it. */
  refusal: string | null;
  /** Whether a line is one of the stored draft. */
  isStored: (id: string) => boolean;
  /** Takes over the lines that somebody else has stored, beside what is typed. */
  merge: (latest: DetailRow) => void;
  /** Takes the stored lines in place of everything typed. */
  load: (latest: DetailRow) => void;
  /** Says what was refused: at its cells, or in words. */
  refuse: (errors: readonly FieldError[], words?: string) => void;
  /** The lines to be sent, or null while something in them is wrong, which is shown. */
  settled: (isHandedIn: boolean) => Promise<readonly GridRow[] | null>;
}

/** The lines of a draft in their grid, and what is wrong with them. */
export function useDraftLines(shape: DraftShape, row: DetailRow | undefined): DraftLinesState {
  const { title, word } = shape;
  const { least = 0, most } = shape.lines;
  const [lines, setLines] = useState(() => linesIn(shape, row));
  const [handle, takeHandle] = useState<LineGridHandle | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const sent = useRef<readonly string[]>([]);
  const [refused, setRefused] = useState<readonly FieldError[]>([]);

  // After the grid has loaded its rows: a draft that was stored but not taken in shows them again.
  useEffect(() => {
    if (refused.length === 0 || !handle) return;
    const named = handle.refuse(refused, sent.current);
    const cells = named.count > 0 ? [`${named.count} 处${word}有误，见标红的单元格`] : [];
    setRefusal([...cells, ...named.words].join('；'));
    setRefused([]);
  }, [refused, handle, word]);

  return {
    lines,
    handle,
    takeHandle,
    refusal,
    isStored: (id) => handle?.grid?.getStored(id) !== undefined,
    merge: (latest) => handle?.grid?.applyAllRemote(linesIn(shape, latest)),
    load(latest) {
      const stored = linesIn(shape, latest);
      sent.current = stored.map(({ id }) => id);
      setLines(stored);
      setRefusal(null);
    },
    refuse(errors, words) {
      if (words !== undefined) setRefusal(words);
      setRefused(errors.filter((error) => error.row !== undefined));
    },
    async settled(isHandedIn) {
      setRefusal(null);
      if (!handle?.grid) return null;
      const isEmpty = handle.settle().length === 0;
      if (isEmpty && (isHandedIn || least > 0)) return warn(`请至少录入一行${word}`);
      if (!isEmpty && (await handle.grid.validateTable())) return warn('校验未通过，请修改标红的单元格');
      // What was still typed or looked up is in them now.
      const rows = handle.settle();
      sent.current = rows.map(({ id }) => id);
      return rows.length > most ? warn(`一张${title}最多${most}行，请分开录入`) : rows;
    },
  };
}

/** The lines of a draft; they are written together with it, by whom it says. */
const linesIn = ({ child }: DraftShape, row: DetailRow | undefined): readonly Row[] =>
  (row?.lines?.[child.name] ?? []).map((line) => ({ ...line, updateBy: row?.['updateBy'] }));

function warn(text: string): null {
  toast.warn(text);
  return null;
}
