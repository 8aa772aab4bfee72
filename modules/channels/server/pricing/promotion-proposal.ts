import { PassThrough } from 'node:stream';
import { exponentOf } from '#kit/model/currency.ts';
import { SHEET_MIME, SHEET_SUFFIX } from '#kit/model/limits.ts';
import { parseDecimal, PRICE_SCALE } from '#kit/model/money.ts';
import { dayIn } from '#kit/model/time.ts';
import { auditResource } from '#kit/server/audit.ts';
import type { Tx } from '#kit/server/database.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import { requireSeen } from '#kit/server/query/seen-rows.ts';
import { file, implement, type Route } from '#kit/server/route.ts';
import { join, sql } from '#kit/server/sql.ts';
import { writeXlsx, type SheetCell } from '#platform/sheets/xlsx-writer.ts';
import { promotionNotChecked } from '../../model/pricing/price-errors.ts';
import { promotion } from '../../model/pricing/promotion.ts';
import { PROMOTION_COLUMNS, promotionProposalRoute } from '../../model/pricing/promotion-routes.ts';
import { shown } from './guard-prices.ts';

interface Proposed {
  name: string;
  startAt: Date;
  endAt: Date;
  shop: string;
  channelSku: string;
  discountPct: number;
  promoPrice: string | null;
  currency: string;
  qtyLimit: number | null;
}

/** 提报文件 of a promotion: its items as they are judged, for a person to hand to the marketplace. */
export const promotionProposal: Route = implement(promotionProposalRoute, async (call) => {
  const { rows, zone } = await call.tx(async (tx) => {
    await requireSeen(tx, promotion, call.params.id);
    const found = await promotedItems(tx, call.params.id);
    if (found.length === 0) throw promotionNotChecked();
    auditResource(tx, promotion, [{ rowId: call.params.id, action: 'export' }]);
    return { rows: found, zone: tx.actor.zone };
  });
  const out = new PassThrough();
  const columns = PROMOTION_COLUMNS.map((title) => ({ title, numeric: title === 'Promotional Price' }));
  const cells = rows.map((row) => cellsOf(row, zone));
  writeXlsx(out, { sheetName: 'Promotion', columns, rows: cells }).catch((error: unknown) =>
    out.destroy(error as Error),
  );
  return file(`促销提报-${rows[0]?.name ?? ''}${SHEET_SUFFIX}`, SHEET_MIME, out);
});

const promotedItems = (tx: Tx, id: string): Promise<Proposed[]> =>
  tx.query<Proposed>(sql`
    select t.name, t.start_at, t.end_at, a.name as shop, l.channel_sku, i.discount_pct, i.promo_price::text, t.currency,
      i.qty_limit
    from promotion t
      join channel_account a on a.tenant_id = t.tenant_id and a.id = t.account_id
      join promotion_item i on i.tenant_id = t.tenant_id and i.promotion_id = t.id
      join channel_product l on l.tenant_id = i.tenant_id and l.id = i.channel_product_id
    where ${join(baseConditions(promotion, tx.actor), ' and ')} and t.id = ${id}::uuid
      and t.status in ('ready', 'scheduled', 'running')
    order by l.channel_sku`);

const cellsOf = (row: Proposed, zone: string): SheetCell[] => [
  row.name,
  dayIn(row.startAt, zone),
  dayIn(row.endAt, zone),
  row.shop,
  row.channelSku,
  `${row.discountPct}%`,
  row.promoPrice === null ? null : shown(parseDecimal(row.promoPrice, PRICE_SCALE) ?? 0n, exponentOf(row.currency)),
  row.currency,
  row.qtyLimit,
];
