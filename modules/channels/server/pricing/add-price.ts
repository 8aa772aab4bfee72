import { invalid, notFound } from '#kit/model/refusal.ts';
import { resourceRoute } from '#kit/model/resource-routes.ts';
import { placeOf } from '#kit/server/actor.ts';
import { auditResource } from '#kit/server/audit.ts';
import type { Tx } from '#kit/server/database.ts';
import type {
  DocumentLine,
  DocumentOutcome,
  DocumentRun,
  DocumentSheet,
} from '#kit/server/import-export/document-sheet.ts';
import { MESSAGES } from '#kit/server/messages.ts';
import { parseBody } from '#kit/server/parse.ts';
import { requireVisible } from '#kit/server/query/own-visibility.ts';
import type { Registry } from '#kit/server/registry.ts';
import { answer, implement, type Route } from '#kit/server/route.ts';
import { linkErrors } from '#kit/server/row-relations.ts';
import { listingEnded, noSheetListing } from '../../model/pricing/price-errors.ts';
import { priceRecord } from '../../model/pricing/price-record.ts';
import {
  MOST_PRICE_ROWS,
  PRICE_FORM,
  PRICE_SHEET,
  PRICE_TITLES,
  type PriceSheetRow,
} from '../../model/pricing/price-routes.ts';
import { judgeValue, listingPrices, storePrices, type NewPrice } from './price-records.ts';

/** 新增: a draft, which nothing has heard of until it is submitted. */
export const addPrice = (registry: Registry): Route =>
  implement(resourceRoute(priceRecord, 'add'), async (call) => {
    const body = parseBody(PRICE_FORM, call.body, placeOf(call.actor)) as unknown as NewPrice;
    const id = await call.tx(async (tx) => {
      const [errors = []] = await linkErrors(tx, registry, PRICE_FORM, [{ values: { ...body } }]);
      if (errors.length > 0) throw invalid(errors);
      return addDraft(tx, { ...body, type: body.type ?? 'baseCost', reason: body.reason ?? null }, 'add');
    });
    return answer(MESSAGES.added, { id });
  });

async function addDraft(tx: Tx, asked: NewPrice, birth: 'add' | 'import'): Promise<string> {
  const listings = await listingPrices(tx, [asked.channelProductId]);
  const listing = listings.get(asked.channelProductId);
  if (!listing) throw notFound();
  if (listing.status === 'ended') throw listingEnded();
  judgeValue(asked.value, listing.currency);
  const [id = ''] = await storePrices(tx, [asked], listings, birth);
  await requireVisible(tx, priceRecord, id);
  auditResource(tx, priceRecord, [{ rowId: id, action: 'add' }]);
  return id;
}

type Row = Omit<DocumentLine, 'values'> & { values: PriceSheetRow };

/** 调价 by a sheet: drafts, which are submitted from the list. */
export const priceSheet = {
  of: priceRecord,
  sheet: {
    fields: PRICE_SHEET,
    aliases: PRICE_TITLES,
    most: MOST_PRICE_ROWS,
    completedBy: 'add',
    documentOf: ({ accountId, channelSku, type }) => ({
      key: JSON.stringify([accountId, String(channelSku).toLowerCase(), type ?? 'baseCost']),
      name: `渠道SKU ${String(channelSku ?? '')} 的调价`,
    }),
    take: (run, lines) => take(run, lines as readonly Row[]),
  } satisfies DocumentSheet,
};

/** Undoes a trial: what was judged by writing it is not kept. */
class Judged extends Error {}

async function take({ db, actor, isTrial, settle }: DocumentRun, rows: readonly Row[]): Promise<DocumentOutcome> {
  const [first, second] = rows;
  if (!first) return 'same';
  if (second)
    throw invalid([
      { field: 'channelSku', row: second.row, code: 'twice', message: '同一渠道SKU和价格类型只能有一行' },
    ]);
  let outcome: DocumentOutcome = 'added';
  try {
    await db.tx(actor, async (tx) => {
      outcome = await takeRow(tx, first);
      if (isTrial) throw new Judged();
      await settle(tx, outcome);
    });
  } catch (error) {
    if (!(error instanceof Judged)) throw error;
  }
  return outcome;
}

/** The same draft once more changes nothing. */
async function takeRow(tx: Tx, { row, values }: Row): Promise<DocumentOutcome> {
  const { accountId, channelSku, value, effectiveFrom } = values;
  const type = values.type ?? 'baseCost';
  const listing = await tx.maybe<{ id: string }>`
    select id from channel_product where tenant_id = ${tx.tenant} and deleted_at is null
      and account_id = ${accountId}::uuid and channel_sku = ${channelSku}`;
  if (!listing) throw noSheetListing({ row, channelSku });
  const known = await tx.maybe`
    select 1 from price_record where tenant_id = ${tx.tenant} and channel_product_id = ${listing.id}::uuid
      and type = ${type} and value = ${value}::numeric and effective_from = ${effectiveFrom}::date
      and status = 'draft' limit 1`;
  if (known) return 'same';
  await addDraft(
    tx,
    { channelProductId: listing.id, type, value, effectiveFrom, reason: values.reason ?? null },
    'import',
  );
  return 'added';
}
