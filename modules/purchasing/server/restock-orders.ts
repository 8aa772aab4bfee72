import { Refusal } from '#kit/model/refusal.ts';
import type { Tx } from '#kit/server/database.ts';
import { draftPlace } from '#kit/server/draft/draft-place.ts';
import { addDraft } from '#kit/server/draft/write-draft.ts';
import { isUuid } from '#kit/server/kinds.ts';
import type { Registry } from '#kit/server/registry.ts';
import { answer, implement, type Route } from '#kit/server/route.ts';
import { skuFaces } from '#modules/catalog/server/index.ts';
import { suppliersOf } from '#modules/base/server/index.ts';
import { purchaseOrder } from '../model/purchase-order.ts';
import { restockOrders, type ChosenRestock } from '../model/restock.ts';
import { MOST_ORDERED, orderAdvisedRoute, type OrderedAdvice } from '../model/restock-list.ts';
import { nothingAdvised } from '../model/errors.ts';
import { purchaseDraft } from './purchase-draft.ts';
import { readCover, readLead, restockAdviceOf, type AdviceQuery } from './restock.ts';

/** 生成采购单: as the advice says now, not as a page said some time ago. */
export const orderAdvised = (registry: Registry): Route =>
  implement(orderAdvisedRoute, async (call) => {
    const { ids, coverDays, leadBy } = call.body;
    const request = {
      coverDays: readCover({ coverDays: String(coverDays ?? '') }),
      leadBy: readLead({ leadBy: String(leadBy ?? '') }),
    };
    const result = await call.tx((tx) => orderRows(tx, registry, idsOf(ids), request));
    const { orders } = result;
    return answer(`已生成 ${orders.length} 张采购单草稿`, result);
  });

function idsOf(raw: unknown): ReadonlySet<string> {
  const ids = new Set(Array.isArray(raw) ? raw.filter(isUuid) : []);
  if (ids.size === 0 || ids.size > MOST_ORDERED)
    throw new Refusal('purchasing.adviceIds', `请选择 1 到 ${MOST_ORDERED} 行`, { status: 422 });
  return ids;
}

async function orderRows(
  tx: Tx,
  registry: Registry,
  ids: ReadonlySet<string>,
  request: AdviceQuery,
): Promise<OrderedAdvice> {
  const advice = (await restockAdviceOf(tx, request)).filter(({ id }) => ids.has(id));
  const codeOf = await codesOf(tx, advice);
  const enough = advice.filter(({ suggested }) => suggested === 0).map(codeOf);
  const made = await draftOrders(
    tx,
    registry,
    advice.map((one) => ({ ...one, qty: one.suggested })),
  );
  if (made.orders.length === 0) throw nothingAdvised({ without: made.withoutSupplier, enough });
  return { ...made, enough };
}

/** Draft purchase orders of chosen goods, one for each supplier and warehouse. */
export async function draftOrders(
  tx: Tx,
  registry: Registry,
  rows: readonly ChosenRestock[],
): Promise<Omit<OrderedAdvice, 'enough'>> {
  const { orders, withoutSupplier } = restockOrders(rows);
  const codeOf = await codesOf(tx, withoutSupplier);
  const suppliers = await suppliersOf(
    tx,
    orders.map(({ supplierId }) => supplierId),
  );
  const place = draftPlace({ resource: purchaseOrder, draft: purchaseDraft }, registry);
  const made: { id: string; poNo: string }[] = [];
  for (const order of orders) {
    const currency = suppliers.get(order.supplierId)?.currency;
    const stored = await addDraft(tx, place, { ...order, ...(currency ? { currency } : {}) });
    made.push({ id: stored.id, poNo: String((stored as Record<string, unknown>)['poNo']) });
  }
  return { orders: made, withoutSupplier: withoutSupplier.map(codeOf) };
}

async function codesOf(tx: Tx, rows: readonly { skuId: string }[]): Promise<(row: { skuId: string }) => string> {
  const faces = await skuFaces(tx, [...new Set(rows.map(({ skuId }) => skuId))]);
  const codes = new Map(faces.map(({ id, skuCode }) => [id, skuCode]));
  return ({ skuId }) => codes.get(skuId) ?? skuId;
}
