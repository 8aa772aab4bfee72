import { PassThrough } from 'node:stream';
import { exponentOf } from '#kit/model/currency.ts';
import { SHEET_MIME, SHEET_SUFFIX } from '#kit/model/limits.ts';
import { parseDecimal, PRICE_SCALE } from '#kit/model/money.ts';
import { dayIn } from '#kit/model/time.ts';
import { auditResource } from '#kit/server/audit.ts';
import type { Tx } from '#kit/server/database.ts';
import { isUuid } from '#kit/server/kinds.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import { file, implement, type Route } from '#kit/server/route.ts';
import { join, sql } from '#kit/server/sql.ts';
import { writeXlsx, type SheetCell } from '#platform/sheets/xlsx-writer.ts';
import { priceRecord, type PriceType } from '../../model/pricing/price-record.ts';
import { priceProposalRoute, PROPOSAL_COLUMNS, PROPOSAL_TYPES } from '../../model/pricing/price-routes.ts';
import { shown } from './guard-prices.ts';

interface Proposed {
  shop: string;
  channelSku: string;
  channelItemId: string | null;
  type: PriceType;
  previousValue: string | null;
  value: string;
  currency: string;
  effectiveFrom: string;
  priceNo: string;
}

/** 提报文件: everything that was handed over and not answered, so that it can be downloaded as often as needed. */
export const priceProposal: Route = implement(priceProposalRoute, async (call) => {
  const { accountId } = call.query;
  const { rows, day } = await call.tx(async (tx) => {
    auditResource(tx, priceRecord, [{ rowId: null, action: 'export' }]);
    return {
      rows: await proposedPrices(tx, isUuid(accountId) ? String(accountId) : null),
      day: dayIn(tx.now, tx.actor.zone),
    };
  });
  const out = new PassThrough();
  const columns = PROPOSAL_COLUMNS.map((title) => ({ title, numeric: title.endsWith('Price') }));
  writeXlsx(out, { sheetName: 'Price Proposal', columns, rows: rows.map(cellsOf) }).catch((error: unknown) =>
    out.destroy(error as Error),
  );
  return file(`价格提报-${day}${SHEET_SUFFIX}`, SHEET_MIME, out);
});

const proposedPrices = (tx: Tx, accountId: string | null): Promise<Proposed[]> =>
  tx.query<Proposed>(sql`
    select a.name as shop, p.channel_sku, p.channel_item_id, t.type, t.previous_value::text, t.value::text, t.currency,
      t.effective_from::text, t.price_no
    from price_record t
      join channel_product p on p.tenant_id = t.tenant_id and p.id = t.channel_product_id
      join channel_account a on a.tenant_id = t.tenant_id and a.id = t.account_id
    where ${join(
      [
        ...baseConditions(priceRecord, tx.actor),
        sql`t.status = 'submitted'`,
        ...(accountId ? [sql`t.account_id = ${accountId}::uuid`] : []),
      ],
      ' and ',
    )}
    order by a.name, p.channel_sku, t.type`);

function cellsOf(row: Proposed): SheetCell[] {
  const priceText = (text: string | null): string | null =>
    text === null ? null : shown(parseDecimal(text, PRICE_SCALE) ?? 0n, exponentOf(row.currency));
  return [
    row.shop,
    row.channelSku,
    row.channelItemId,
    PROPOSAL_TYPES[row.type],
    priceText(row.previousValue),
    priceText(row.value),
    row.currency,
    row.effectiveFrom,
    row.priceNo,
  ];
}
