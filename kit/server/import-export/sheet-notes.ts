import { isDayInDoubt } from '#kit/model/date-text.ts';
import type { Field, Kind } from '#kit/model/field.ts';
import { carrierDoubt } from '#kit/model/carrier-number.ts';
import type { SheetTable, TableRow } from '#platform/sheets/sheet-table.ts';
import { AUDIT_FIELDS } from '../query/columns.ts';
import { looksRounded } from './sheet-cell.ts';
import type { SheetField } from './sheet-columns.ts';

/** The first cell of its kind in a sheet. */
interface SeenCell {
  row: number;
  title: string;
  text: string;
}

/** What the cells of a sheet make whoever reads it ask. */
export interface SeenCells {
  /** Month first or day first? */
  dayInDoubt: SeenCell | null;
  /** A long number that ends in zeros. */
  rounded: SeenCell | null;
  /** Tracking numbers that are no numbers of the carrier, the first of them in words, and how many there are. */
  oddNumbers: { first: string[]; count: number };
  /** Merged cells whose value is taken for each row. */
  merged: Set<string>;
}

const DAYS = new Set<Kind>(['date', 'datetime']);

/** Notes what a row gives to ask about. */
export function lookAt({ rowNumber, values, notes }: TableRow, columns: readonly SheetField[], seen: SeenCells): void {
  for (const [at, text] of values.entries()) {
    const column = columns[at];
    if (text === null || !column) continue;
    lookAtCarrier(column, text, { rowNumber, values }, columns, seen);
    const cell = (): SeenCell => ({ row: rowNumber, title: column.title, text: text.trim() });
    if (!seen.dayInDoubt && DAYS.has(column.field.kind) && isDayInDoubt(text)) seen.dayInDoubt = cell();
    if (!seen.rounded && text.length > MOST_DIGITS && looksRounded(column.field, text)) seen.rounded = cell();
  }
  for (const note of notes?.values() ?? [])
    if (note.kind === 'merged' && seen.merged.size < MOST_RANGES) seen.merged.add(note.range);
}

function lookAtCarrier(
  { field: { carriedBy } }: SheetField,
  text: string,
  { rowNumber, values }: Pick<TableRow, 'rowNumber' | 'values'>,
  columns: readonly SheetField[],
  { oddNumbers }: SeenCells,
): void {
  if (carriedBy === undefined) return;
  const doubt = carrierDoubt(text, values[columns.findIndex(({ key }) => key === carriedBy)] ?? '');
  if (doubt === null) return;
  oddNumbers.count += 1;
  if (oddNumbers.first.length < NAMED) oddNumbers.first.push(`第 ${rowNumber} 行 ${doubt}`);
}

const MOST_DIGITS = 15;
const MOST_RANGES = 1_000;
/** So many of a kind are named. */
const NAMED = 5;

/** `A、B、C 等 9 个` */
const listed = (names: readonly string[], unit: string, count = names.length): string => {
  const some = names.slice(0, NAMED).join('、');
  return count > NAMED ? `${some} 等 ${count} ${unit}` : some;
};

/**
 * What of a sheet is not read, or read otherwise than it looks: nothing of it is wrong, but whoever
 * uploads it should know before it is written.
 */
export function sheetNotes({ facts, unknown, absent, untitled }: SheetTable, seen: SeenCells): string[] {
  const { rounded, merged, oddNumbers } = seen;
  const { sheetName, otherSheets, hiddenRows } = facts;
  const notes: string[] = [];
  const passedOver = unknown.filter((title) => !AUDIT_COLUMNS.has(title.trim()));
  if (passedOver.length > 0)
    notes.push(`未识别的列不会导入：${passedOver.map((title) => meant(title, absent)).join('、')}`);
  if (untitled.size > 0) notes.push(`没有标题的列不会导入：${listed([...untitled], '列')} 列有内容`);
  if (otherSheets.length > 0) {
    const names = otherSheets.map(({ name, isHidden }) => `“${name}”${isHidden ? '（隐藏）' : ''}`);
    notes.push(`只导入工作表“${sheetName}”，其他工作表不会导入：${listed(names, '个')}`);
  }
  if (hiddenRows.count > 0)
    notes.push(
      `隐藏的行也会导入：第 ${listed(hiddenRows.first.map(String), '行', hiddenRows.count)}${hiddenRows.count > NAMED ? '' : ' 行'}`,
    );
  if (merged.size > 0) notes.push(`合并单元格的内容按每一行都有读取：${listed([...merged], '处')}`);
  notes.push(...oddNumbers.first);
  const unnamed = oddNumbers.count - oddNumbers.first.length;
  if (unnamed > 0) notes.push(`还有 ${unnamed} 行的运单号与承运商不符，或校验位不对`);
  if (rounded)
    notes.push(`第 ${rounded.row} 行“${rounded.title}”${rounded.text} 的末尾全是 0，可能被表格软件改动过，请核对`);
  return notes;
}

/** Who wrote a row and when: every export has it, and nobody expects it to be taken over. */
const AUDIT_COLUMNS: ReadonlySet<string> = new Set(
  Object.entries(AUDIT_FIELDS as Record<string, Field>)
    .filter(([key]) => key !== 'id')
    .map(([, { title }]) => title),
);

/** A title that has a unit behind it, `单价(USD)`, with what it probably means. */
function meant(title: string, absent: readonly string[]): string {
  const bare = title.replace(/[(（[【].*$/, '').trim();
  return bare !== title.trim() && absent.includes(bare) ? `${title}（请改为“${bare}”）` : title;
}
