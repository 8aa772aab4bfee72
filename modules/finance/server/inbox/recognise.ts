import type { ForeignSheet } from '#kit/model/foreign-sheet.ts';
import { foreignPlace } from '#kit/server/import-export/foreign-columns.ts';
import { matchColumns, titleKey } from '#platform/sheets/column-titles.ts';
import type { Head } from '#platform/sheets/sheet-heads.ts';
import { BANK_SHEET, BANK_TITLES } from '../../model/bank-sheet.ts';
import { DEDUCTION_SHEET, DEDUCTION_TITLES } from '../../model/deduction-sheet.ts';
import { REMITTANCE_SHEET, REMITTANCE_TITLES } from '../../model/remittance-sheet.ts';
import {
  FORMAT_COLUMNS,
  type FormatColumn,
  type ReportFormatKind,
  type ReportFormatRow,
} from '../../model/report-format.ts';
import { foreignReport } from './known-reports.ts';

/** What of a format says how files are read. */
export type Format = Pick<
  ReportFormatRow,
  'id' | 'name' | 'kind' | 'accountId' | 'bankAccountId' | 'currency' | 'dates' | 'headers' | FormatColumn
>;

export type Recognised =
  | { as: 'taught'; format: Format }
  | { as: 'known'; kind: ReportFormatKind }
  | { as: 'foreign'; message: string }
  | { as: 'unknown'; head: Head; near: { format: Format; missing: string[] } | null; guess: Record<string, string> };

/** A file keeps a format although columns were added, not although most of its columns are others. */
const LEAST_ALIKE = 0.6;

/**
 * What a file is by its possible heads: a format that somebody taught, else a remittance or deductions in the columns
 * that are known by their names, else a report that belongs elsewhere. Pure.
 * @param others exports of other programs that some import reads
 * @returns null where nothing looks like a head
 */
export function recognise(
  heads: readonly Head[],
  formats: readonly Format[],
  others: readonly ForeignSheet[] = [],
): Recognised | null {
  let best: { format: Format; rank: number } | null = null;
  for (const { titles } of heads)
    for (const format of formats) {
      const rank = alike(titles, format);
      if (missingOf(titles, format).length > 0 || rank < LEAST_ALIKE) continue;
      if (!best || rank > best.rank) best = { format, rank };
    }
  if (best) return { as: 'taught', format: best.format };
  for (const { titles } of heads) {
    const kind = knownKind(titles);
    if (kind) return { as: 'known', kind };
  }
  for (const { titles } of heads) {
    const message = foreignReport(titles) ?? foreignPlace(titles, others);
    if (message) return { as: 'foreign', message };
  }
  const head = likelyHead(heads);
  return head && { as: 'unknown', head, near: nearest(head.titles, formats), guess: guessOf(head.titles) };
}

/** The columns of its files that a format reads. */
export const columnsOf = (format: Format): [FormatColumn, string, string][] =>
  Object.entries(FORMAT_COLUMNS[format.kind]).flatMap(([column, key]): [FormatColumn, string, string][] => {
    const title = format[column as FormatColumn];
    return title ? [[column as FormatColumn, key, title]] : [];
  });

/** Columns that a format reads and a file lacks. */
function missingOf(titles: readonly string[], format: Format): string[] {
  const keys = new Set(titles.map(titleKey));
  return columnsOf(format).flatMap(([, , title]) => (keys.has(titleKey(title)) ? [] : [title]));
}

/** How much of the taught head a file has, from 0 to 1; where none was kept, of the columns that are read. */
function alike(titles: readonly string[], format: Format): number {
  const keys = new Set(titles.map(titleKey));
  const kept = (format.headers ?? '').split('\n').filter((line) => line.trim() !== '');
  const taught = kept.length > 0 ? kept : columnsOf(format).map(([, , title]) => title);
  return taught.length === 0 ? 0 : taught.filter((title) => keys.has(titleKey(title))).length / taught.length;
}

/** The format that a file nearly is: most of its head is there, a column that is read is not. */
function nearest(titles: readonly string[], formats: readonly Format[]): { format: Format; missing: string[] } | null {
  const near = formats
    .map((format) => ({ format, missing: missingOf(titles, format), rank: alike(titles, format) }))
    .filter(({ rank, missing }) => rank >= LEAST_ALIKE && missing.length > 0)
    .sort((a, b) => b.rank - a.rank)[0];
  return near ? { format: near.format, missing: near.missing } : null;
}

type Titles = Readonly<Record<string, readonly string[] | undefined>>;
type Sheet = Readonly<Record<string, { title: string }>>;

/** By field of a sheet, the title of the column that has it. */
function found(titles: readonly string[], sheet: Sheet, aliases: Titles): Map<string, string> {
  const keys = Object.keys(sheet);
  const at = matchColumns(
    titles,
    keys.map((key) => ({ title: sheet[key]?.title ?? '', aliases: aliases[key] ?? [] })),
  );
  return new Map(keys.flatMap((key, index) => (at[index] == null ? [] : [[key, titles[at[index]] ?? '']])));
}

/** Words of a title that no other report has. */
const OF_DEDUCTIONS = /deduct|charge\s*back|debit\s*memo|扣款|罚款/i;

/** What the columns of a file say by their own names: all that a remittance, or deductions, cannot do without. */
function knownKind(titles: readonly string[]): ReportFormatKind | null {
  const remitted = found(titles, REMITTANCE_SHEET, REMITTANCE_TITLES);
  if (['channelRemitNo', 'payDate', 'netAmount', 'amount'].every((key) => remitted.has(key))) return 'remittance';
  const deducted = found(titles, DEDUCTION_SHEET, DEDUCTION_TITLES);
  const isSaid =
    titles.some((title) => OF_DEDUCTIONS.test(title)) || deducted.get('postedOn') === DEDUCTION_SHEET.postedOn.title;
  if (isSaid && ['amount', 'postedOn'].every((key) => deducted.has(key))) return 'deduction';
  return isOfBank(titles) ? 'bankLine' : null;
}

/** A sheet of a bank: a day, and what came in and went out by columns of their own, or an amount beside a balance. */
function isOfBank(titles: readonly string[]): boolean {
  const keys = found(titles, BANK_SHEET, BANK_TITLES);
  if (!keys.has('bookedOn')) return false;
  return (keys.has('income') && keys.has('expense')) || (keys.has('amount') && keys.has('balance'));
}

/** The fullest of the first rows. */
function likelyHead(heads: readonly Head[]): Head | null {
  const size = ({ titles }: Head): number => titles.filter((title) => /\p{L}/u.test(title)).length;
  const fullest = heads.reduce<Head | null>((best, one) => (!best || size(one) > size(best) ? one : best), null);
  return fullest && size(fullest) >= 2 ? fullest : null;
}

const SHEETS: Readonly<Record<ReportFormatKind, [Sheet, Titles]>> = {
  remittance: [REMITTANCE_SHEET, REMITTANCE_TITLES],
  deduction: [DEDUCTION_SHEET, DEDUCTION_TITLES],
  bankLine: [BANK_SHEET, BANK_TITLES],
};

/** Words of a title that banks use, and no channel. */
const OF_BANKS = /balance|debit|credit|counterparty|beneficiary|余额|对方|贷方|借方|收入|支出/i;

function guessedKind(titles: readonly string[]): ReportFormatKind {
  if (titles.some((title) => OF_DEDUCTIONS.test(title))) return 'deduction';
  return titles.filter((title) => OF_BANKS.test(title)).length >= 2 ? 'bankLine' : 'remittance';
}

/** What the columns probably are, as a format would say it. */
function guessOf(titles: readonly string[]): Record<string, string> {
  const kind = guessedKind(titles);
  const of = found(titles, ...SHEETS[kind]);
  const columns = Object.entries(FORMAT_COLUMNS[kind]).flatMap(([column, key]) => {
    const title = of.get(key);
    return title === undefined ? [] : [[column, title]];
  });
  return { kind, ...Object.fromEntries(columns) } as Record<string, string>;
}
