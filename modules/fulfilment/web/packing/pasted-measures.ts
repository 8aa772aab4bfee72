import { draftOf, SIZES, type BoxDraft } from './box-draft.ts';
import type { BoxDrafts } from './box-card.tsx';
import type { PackingBox } from '../../model/routes.ts';

/**
 * Measures pasted from a spreadsheet: a row for each box from the one that was pasted into, in the
 * order 重量 长 宽 高 from the input that was pasted into. Boxes that are closed are stepped over;
 * what is no number is typed as it stands, for the packer to see.
 * @returns the drafts with what was pasted, and how many rows found no box; null for a single
 *   value, which is an ordinary paste
 */
export function pastedMeasures(
  rows: readonly (readonly string[])[],
  at: { boxId: string; key: keyof BoxDraft },
  boxes: readonly PackingBox[],
  drafts: BoxDrafts,
): { drafts: BoxDrafts; left: number } | null {
  if (rows.length < 2 && (rows[0]?.length ?? 0) < 2) return null;
  const keys = SIZES.map(([key]) => key);
  const first = boxes.findIndex(({ id }) => id === at.boxId);
  const open = boxes.slice(first).filter(({ status }) => status === 'open');
  const pasted: Record<string, BoxDraft> = {};
  for (const [index, row] of rows.entries()) {
    const box = open[index];
    if (!box) break;
    const draft = { ...(drafts[box.id] ?? draftOf(box)) };
    for (const [column, key] of keys.slice(keys.indexOf(at.key)).entries()) {
      const text = row[column]?.trim().replace(/(?<=\d)\s*(?:lbs?|in|")$/i, '');
      if (text) draft[key] = text;
    }
    pasted[box.id] = draft;
  }
  const left = Math.max(0, rows.length - open.length);
  return { drafts: { ...drafts, ...pasted }, left };
}
