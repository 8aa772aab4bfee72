import type { BatchRow } from '#kit/model/resource-routes.ts';

/** What became of a document, and whether trying again is of any use by itself. */
export interface Outcome extends BatchRow {
  /** Refused before anything was tried: its reason stands until somebody clears it. */
  isBarred?: boolean;
}

/** Documents that share a reason. */
interface ReasonGroup {
  reason: string;
  rows: BatchRow[];
}

/** Groups refused documents by reason, the most frequent first. */
export function groupByReason(rows: readonly BatchRow[]): ReasonGroup[] {
  const groups = new Map<string, BatchRow[]>();
  for (const row of rows) {
    if (row.ok) continue;
    const reason = row.message ?? '未知错误';
    const group = groups.get(reason);
    if (group) group.push(row);
    else groups.set(reason, [row]);
  }
  return [...groups].map(([reason, list]) => ({ reason, rows: list })).sort((a, b) => b.rows.length - a.rows.length);
}

/**
 * One result per document of the preview: what the run answered, then what a stop left undone,
 * then what was refused from the start. Labels known from the preview stand in for missing ones.
 */
export function outcomeOf(preview: readonly BatchRow[], run: readonly BatchRow[]): Outcome[] {
  const labels = new Map(preview.map((row) => [row.id, row.label]));
  const answered = new Set(run.map((row) => row.id));
  const left = preview
    .filter((row) => row.ok && !answered.has(row.id))
    .map((row) => ({ ...row, ok: false, code: 'stopped', message: '已停止，未执行' }));
  const refused = preview.filter((row) => !row.ok && !answered.has(row.id)).map((row) => ({ ...row, isBarred: true }));
  return [...run, ...left, ...refused].map((row) =>
    row.label ? row : { ...row, label: labels.get(row.id) || row.id },
  );
}

/** The failures as text for the clipboard: one line each, tab between number and reason. */
export const failuresAsText = (rows: readonly BatchRow[]): string =>
  rows.map((row) => `${row.label}\t${row.message ?? ''}`).join('\n');
