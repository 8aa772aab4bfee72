import type { TableRow } from '#platform/sheets/sheet-table.ts';

/** A line at the foot of a sheet that is no data: its row, and how it begins. */
export interface FootLine {
  row: number;
  text: string;
}

/** Watches the rows of a sheet pass for lines that sum up or sign it. */
export interface FootWatch {
  /** Takes the next row. @returns rows that are data, this one or earlier ones that were in doubt */
  pass(row: TableRow): TableRow[];
  /** The lines that are no data; complete once the last row has passed. */
  lines(): FootLine[];
}

/** Notes below a sheet are few; more rows that look like some are data. */
const MOST_NOTES = 50;
const SHOWN_TEXT = 16;

/**
 * Sums (合计, 小计, Total) are left out wherever they stand, notes (备注：…, 制表人 …) only behind the last row of
 * data. A row that says such a word where a name may stand is data as long as it is filled in like the rows
 * above it: so it must lack what most of them have, or what every row needs, or repeat the sum of one of their columns.
 * @param needed positions of columns that no row may leave empty
 */
export function watchFoot(needed: readonly number[] = []): FootWatch {
  const sums: FootLine[] = [];
  let notes: TableRow[] = [];
  const above = newColumns(needed);
  const asData = (row: TableRow): void => above.add(row.source);
  return {
    pass(row) {
      const kind = kindOf(row.source);
      if (kind === 'sum' && (above.isLacking(row.source) || above.isSum(row.source))) {
        sums.push(lineOf(row));
        above.endPart();
        return [];
      }
      if (kind === 'note' && above.isLacking(row.source) && notes.length < MOST_NOTES) {
        notes.push(row);
        return [];
      }
      const data = [...notes, row];
      notes = [];
      data.forEach(asData);
      return data;
    },
    lines: () => [...sums, ...notes.map(lineOf)].sort((a, b) => a.row - b.row),
  };
}

function lineOf({ rowNumber, source }: TableRow): FootLine {
  const text = filledIn(source)[0] ?? '';
  return { row: rowNumber, text: text.length > SHOWN_TEXT ? `${text.slice(0, SHOWN_TEXT)}…` : text };
}

type Source = TableRow['source'];

/** What the columns of the rows above have: how many of them fill each in, and their sums. */
function newColumns(needed: readonly number[]) {
  let rows = 0;
  const filled: number[] = [];
  let whole: number[] = [];
  let part: number[] = [];
  return {
    add(source: Source): void {
      rows += 1;
      source.forEach((cell, at) => {
        if (isFilled(cell)) filled[at] = (filled[at] ?? 0) + 1;
        const amount = amountOf(cell ?? '') ?? 0;
        whole[at] = (whole[at] ?? 0) + amount;
        part[at] = (part[at] ?? 0) + amount;
      });
    },
    /** Half of the rows above at least have what this one has not, or it could not be a row at all. */
    isLacking: (source: Source): boolean =>
      rows > 0 && source.some((cell, at) => !isFilled(cell) && (needed.includes(at) || (filled[at] ?? 0) * 2 >= rows)),
    isSum: (source: Source): boolean =>
      rows > 0 &&
      source.some((cell, at) => {
        const amount = amountOf(cell ?? '');
        return amount !== null && amount !== 0 && [whole[at], part[at]].some((sum) => isNear(amount, sum ?? 0));
      }),
    /** The next 小计 counts from here. */
    endPart(): void {
      part = [];
    },
  };
}

const isFilled = (cell: string | null | undefined): boolean => (cell ?? '').trim() !== '';

/** Amounts of a column are added up as floating numbers. */
const isNear = (a: number, b: number): boolean => Math.abs(a - b) < 0.005;

const SUM_WORDS = '(?:本页|本表|本单|全部)?(?:合计|总计|小计|共计|总合计)(?:金额|数量)?';
const ENGLISH_SUM = '(?:grand\\s*|sub\\s*-?)?totals?\\s*(?:[:：].*)?';
const SUM = new RegExp(
  `^(?:${[`${SUM_WORDS}\\s*(?:[:：].*|[\\d¥￥$].*)?`, ENGLISH_SUM, '共\\s*\\d+\\s*[条行件个款].*'].join('|')})$`,
  'iu',
);
const NOTE_WORDS = [
  '备注|附注|说明|注|注意',
  '制表|制单|填表|经办|审核|复核|审批|批准|负责|采购员|仓管员',
  '(?:制表|制单|打印|导出|生成|填表|审核)(?:日期|时间)|日期',
].join('|');
const CHINESE_NOTE = `(?:${NOTE_WORDS})(?:人|员)?\\s*(?:[:：].*|\\s.*)?`;
const ENGLISH_NOTE = '(?:notes?|remarks?|(?:prepared|approved)\\s+by)\\s*(?:[:：].*)?';
const NOTE = new RegExp(`^(?:${CHINESE_NOTE}|${ENGLISH_NOTE})$`, 'iu');
const AMOUNT =
  /^(?:USD|CNY|RMB|US\$|[¥￥$€£])?\s*(-?[\d,]*\d(?:\.\d+)?)\s*(?:元|件|个|箱|台|套|只|条|种|款|行|单|pcs|kg|%)?$/iu;
const DATE = /^\d{4}[-/.年]\d{1,2}[-/.月]\d{1,2}/u;

const filledIn = (source: Source): string[] => source.map((cell) => (cell ?? '').trim()).filter((cell) => cell !== '');

function amountOf(cell: string): number | null {
  const digits = AMOUNT.exec(cell.trim())?.[1];
  return digits === undefined ? null : Number(digits.replaceAll(',', ''));
}

/** What a row may be by its words alone. */
function kindOf(source: Source): 'sum' | 'note' | null {
  const [first, ...rest] = filledIn(source);
  if (first === undefined) return null;
  if (SUM.test(first)) return rest.every((cell) => amountOf(cell) !== null || SUM.test(cell)) ? 'sum' : null;
  if (!NOTE.test(first)) return null;
  // `制表人：` with the name in the cell behind it.
  const isSaid = (cell: string, at: number): boolean =>
    NOTE.test(cell) ||
    amountOf(cell) !== null ||
    DATE.test(cell) ||
    /[:：]$/u.test(at === 0 ? first : (rest[at - 1] ?? ''));
  return rest.every(isSaid) ? 'note' : null;
}

/** So many lines are named. */
const NAMED = 5;

/** Tells whoever uploads the sheet which lines are left out; empty where there are none. */
export function footNotes(lines: readonly FootLine[]): string[] {
  if (lines.length === 0) return [];
  const named = lines.slice(0, NAMED).map(({ row, text }) => `第 ${row} 行“${text}”`);
  const more = lines.length > NAMED ? ` 等 ${lines.length} 行` : '';
  return [`不是数据的行不会导入：${named.join('、')}${more}`];
}
