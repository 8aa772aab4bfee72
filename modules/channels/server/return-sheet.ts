import { invalid, type FieldError } from '#kit/model/refusal.ts';
import { startOfDay } from '#kit/model/time.ts';
import { movePermission } from '#kit/model/lifecycle.ts';
import { requirePermission } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import { invisibleRows } from '#kit/server/query/own-visibility.ts';
import {
  atSheetRows,
  type DocumentLine,
  type DocumentOutcome,
  type DocumentRun,
  type DocumentSheet,
} from '#kit/server/import-export/document-sheet.ts';
import { headOfRows } from '#kit/server/import-export/head-of-rows.ts';
import { pick } from '#kit/server/stored-rows.ts';
import { returnLifecycle } from '#modules/aftersales/model/return-lifecycle.ts';
import { returnOrder } from '#modules/aftersales/model/return-order.ts';
import { takeReturn, type MappedReturn } from '#modules/aftersales/server/index.ts';
import { MOST_RETURN_ROWS } from '#modules/aftersales/model/return-sheet-limit.ts';
import { warehouse } from '#modules/base/model/warehouse.ts';
import { accountPolicy } from '#modules/base/server/index.ts';
import { sku } from '#modules/catalog/model/product.ts';
import { returnOutOfReach } from '../model/errors.ts';
import { RETURN_HEAD, RETURN_REPORT, RETURN_SHEET, type ReturnSheetRow } from '../model/return-sheet.ts';
import { skusOf, usualWarehouse } from './aftersales-pull.ts';
import type { ChannelServices } from './services.ts';

type Line = Omit<DocumentLine, 'values'> & { values: ReturnSheetRow };

const OUTCOMES = { created: 'added', changed: 'edited', repeated: 'same' } as const;

/** 退货 by a sheet or a report file: rows of one RA go the way of a return that the channel tells. */
export const returnSheet = (services: ChannelServices) => ({
  of: returnOrder,
  sheet: {
    fields: RETURN_SHEET,
    aliases: RETURN_REPORT,
    most: MOST_RETURN_ROWS,
    documentOf: ({ accountId, raNo }) => ({
      key: JSON.stringify([accountId ?? null, String(raNo ?? '').toLowerCase()]),
      name: `RA号 ${String(raNo ?? '')}`,
    }),
    take: (run, lines) => takeRows(services, run, lines as readonly Line[]),
  } satisfies DocumentSheet,
});

async function takeRows(
  { registry }: ChannelServices,
  { db, actor, isTrial, settle }: DocumentRun,
  rows: readonly Line[],
): Promise<DocumentOutcome> {
  let outcome: DocumentOutcome = 'added';
  try {
    await db.tx(actor, async (tx) => {
      const reported = await readReturn(tx, rows);
      const taken = await atSheetRows(rows, () => takeReturn(tx, registry, reported));
      outcome = OUTCOMES[taken.outcome];
      // A new RA is submitted at once, as by hand with a right of its own.
      if (outcome === 'added') requirePermission(actor, movePermission(returnLifecycle, 'submit'));
      const hidden = await invisibleRows(tx, returnOrder, [taken.returnId]);
      if (hidden.size > 0) throw returnOutOfReach(rows[0]?.row ?? 0);
      if (isTrial) throw new Judged();
      await settle(tx, outcome);
    });
  } catch (error) {
    if (!(error instanceof Judged)) throw error;
  }
  return outcome;
}

/** Undoes a trial: what was judged by writing it is not kept. */
class Judged extends Error {}

type Head = Pick<ReturnSheetRow, (typeof RETURN_HEAD)[number]>;

/** What the rows of one RA say, judged whole. @throws Refusal with what is wrong at which row */
async function readReturn(tx: Tx, rows: readonly Line[]): Promise<MappedReturn> {
  const [first] = rows as [Line, ...Line[]];
  const { accountId, raNo } = first.values;
  const policy = await accountPolicy(tx, accountId);
  const request = { keys: RETURN_HEAD, fields: RETURN_SHEET, name: '同一RA' };
  const { head: said, errors } = headOfRows(rows, request);
  const head = said as Head;
  const skus = await skusOfRows(tx, policy.accountId, head.channelOrderNo ?? null, rows, errors);
  const usualWarehouseId = await warehouseOf(tx, policy.accountId, head.warehouseCode, first.row, errors);
  if (errors.length > 0) throw invalid(errors);
  const { carrier, trackingNo, remark } = head;
  return {
    accountId: policy.accountId,
    usualWarehouseId,
    channelReturnNo: raNo.trim(),
    channelOrderNo: head.channelOrderNo ?? null,
    requestedAt: head.returnDate ? startOfDay(head.returnDate, tx.actor.zone) : tx.now,
    reasonCode: head.reasonCode ?? 'channelDecision',
    type: head.type === 'unordered' ? 'return' : (head.type ?? 'return'),
    labelBy: 'channel',
    isCancelled: false,
    ...(carrier ? { carrier } : {}),
    ...(trackingNo ? { trackingNo } : {}),
    ...(remark ? { remark } : {}),
    lines: rows.map(({ row, values }) => ({
      channelSku: values.channelSku ?? values.skuCode ?? '',
      qty: values.qty,
      skuId: skus.get(row) ?? '',
      ...(values.unitCredit ? { unitCredit: values.unitCredit } : {}),
    })),
  };
}

/** Our SKU of each row: by its own code, or what the shop sells under the part number. */
async function skusOfRows(
  tx: Tx,
  accountId: string,
  channelOrderNo: string | null,
  rows: readonly Line[],
  errors: FieldError[],
): Promise<Map<number, string>> {
  const codes = rows.flatMap(({ values }) => values.skuCode ?? []);
  const known = await pick(tx, sku, ['id', 'skuCode'])`
    sku_code = any(${codes}::text[]) and deleted_at is null`;
  const byCode = new Map(known.map(({ id, skuCode }) => [skuCode, id]));
  const parts = rows.flatMap(({ values }) => (values.channelSku ? [{ channelSku: values.channelSku }] : []));
  const byPart = await skusOf(tx, accountId, { channelOrderNo, lines: parts });
  const found = new Map<number, string>();
  for (const { row, values } of rows) {
    const { skuCode = null, channelSku = null } = values;
    const id = skuCode ? byCode.get(skuCode) : byPart.get(channelSku ?? '');
    if (id) found.set(row, id);
    else if (skuCode) errors.push({ field: 'skuCode', row, code: 'missing', message: `SKU ${skuCode} 不存在` });
    else if (channelSku)
      errors.push({
        field: 'channelSku',
        row,
        code: 'unmapped',
        message: `渠道SKU ${channelSku} 没有配对产品，请先配对或填写SKU`,
      });
    else errors.push({ field: 'channelSku', row, code: 'required', message: '请填写渠道SKU或SKU' });
  }
  return found;
}

async function warehouseOf(
  tx: Tx,
  accountId: string,
  code: string | null | undefined,
  row: number,
  errors: FieldError[],
): Promise<string | null> {
  if (!code) return usualWarehouse(tx, accountId);
  const [found] = await pick(tx, warehouse, ['id'])`code = ${code} and deleted_at is null`;
  if (!found)
    errors.push({
      field: 'warehouseCode',
      row,
      code: 'missing',
      message: `仓库 ${code} 不存在`,
    });
  return found?.id ?? null;
}
