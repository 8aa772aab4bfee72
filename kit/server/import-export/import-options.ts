import type { DateOrder } from '#kit/model/date-text.ts';
import type { Actor } from '../actor.ts';
import { maskedFields } from '../query/columns.ts';
import type { Tx } from '../database.ts';
import type { Writer } from '../writer.ts';
import { createFirstRows } from './first-rows.ts';
import type { ChunkPlan } from './import-chunk.ts';
import { naturalKeys } from './match-rows.ts';
import { unusable, type ImportTable } from './read-import.ts';
import { isNeeded, type SheetField } from './sheet-columns.ts';

const MODES = ['upsert', 'insert', 'update'] as const;

/** How an import goes about it; from the query of the call. */
export interface ImportOptions {
  /** Judge everything, write nothing (`dryRun=1`). */
  isTrial: boolean;
  /** Good rows are written although others are refused (`partial=0` for all or nothing). */
  isPartial: boolean;
  /** What happens to rows that exist, and to those that do not (`mode`). */
  mode: (typeof MODES)[number];
  /** An empty cell empties the field of an existing row (`blank=clear`); by default it stays. */
  clearsBlank: boolean;
  /** Nothing is written before somebody has read what there is to know of the sheet (`ask=1`). */
  confirms: boolean;
  /** In which order its days are written, where they do not say so themselves (`dates`). */
  dates?: DateOrder;
}

const DATES: readonly DateOrder[] = ['mdy', 'dmy'];

/** @throws Refusal 422 for an order that is none */
export function readDates({ dates }: Record<string, string | undefined>): DateOrder | undefined {
  if (dates === undefined || dates === '') return undefined;
  const order = DATES.find((one) => one === dates);
  if (!order) throw unusable('dates', '日期格式不正确');
  return order;
}

/**
 * @param query what the address says, and behind it the fields of the form
 * @throws Refusal 422 for an unknown mode, or order of days
 */
export function readOptions(query: Record<string, string>): ImportOptions {
  const mode = MODES.find((one) => one === (query['mode'] ?? 'upsert'));
  if (!mode) throw unusable('mode', '导入方式不正确');
  const dates = readDates(query);
  return {
    isTrial: query['dryRun'] === '1' || query['dryRun'] === 'true',
    isPartial: isPartial(query),
    mode,
    clearsBlank: query['blank'] === 'clear',
    confirms: query['ask'] === '1',
    ...(dates ? { dates } : {}),
  };
}

/** 是否开启校验 of the wire (`validateStatus=1`): one bad row and none is taken. */
function isPartial({ partial, validateStatus }: Record<string, string>): boolean {
  if (partial !== undefined) return partial !== '0' && partial !== 'false';
  return validateStatus !== '1';
}

/** New rows need their required columns; rows that are only edited do not. */
export const requiredColumns = (columns: readonly SheetField[], { mode }: ImportOptions): string[] =>
  mode === 'update' ? [] : columns.filter(({ key, field }) => key !== 'id' && isNeeded(field)).map(({ key }) => key);

/** What every chunk of an import shares. @throws Refusal 422 where no column leads to rows to edit */
export async function makePlan(
  tx: Tx,
  writer: Writer,
  { positions, dates }: ImportTable,
  columns: readonly SheetField[],
  options: ImportOptions,
): Promise<ChunkPlan> {
  const { resource } = writer;
  const held = new Set(positions.keys());
  const keys = await naturalKeys(tx, resource, held);
  if (options.mode === 'update' && keys.length === 0 && !held.has('id'))
    throw unusable('noKey', '缺少用于匹配已有数据的列，如编码或 ID');
  return {
    writer,
    columns,
    positions,
    dates,
    keys,
    hidden: hiddenFields(writer, columns, tx.actor),
    mode: options.mode,
    clearsBlank: options.clearsBlank,
    seen: createFirstRows(),
    links: new Map(),
  };
}

/** Fields that are no column of the sheet, and those that this actor may not see. */
function hiddenFields({ resource }: Writer, columns: readonly SheetField[], actor: Actor): Set<string> {
  const shown = new Set(columns.map(({ key }) => key));
  const others = Object.keys(resource.fields as object).filter((key) => !shown.has(key));
  return new Set([...maskedFields(resource, actor), ...others]);
}
