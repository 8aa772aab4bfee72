import { notFound, Refusal } from '#kit/model/refusal.ts';
import { audit } from '#kit/server/audit.ts';
import type { Tx } from '#kit/server/database.ts';
import { draftPlace } from '#kit/server/draft/draft-place.ts';
import { addDraft } from '#kit/server/draft/write-draft.ts';
import { isUuid } from '#kit/server/kinds.ts';
import { maskedFields } from '#kit/server/query/columns.ts';
import type { Registry } from '#kit/server/registry.ts';
import { answer, file, implement, type Route } from '#kit/server/route.ts';
import { pick } from '#kit/server/stored-rows.ts';
import { drawTablePdf } from '#platform/print/table-page.ts';
import { purchaseOrder, purchaseOrderLine, type PurchaseOrderRow } from '../model/purchase-order.ts';
import { copyPurchaseRoute, MOST_PRINTED, MOST_PRINTED_LINES, printPurchasesRoute } from '../model/purchase-routes.ts';
import { purchaseDraft } from './purchase-draft.ts';
import { orderPapers } from './purchase-paper.ts';
import { visibleOrders } from './visible-orders.ts';

/** What pages of orders ask beside the moves. */
export const purchaseRoutes = (registry: Registry): Route[] => [
  implement(copyPurchaseRoute, async (call) => {
    const { id } = call.params;
    if (!isUuid(id)) throw notFound();
    const copy = await call.tx((tx) => copyOrder(tx, registry, id));
    return answer('已复制为草稿', { id: copy });
  }),
  implement(printPurchasesRoute, async (call) => {
    const ids = idsOf(call.body.ids);
    const papers = await call.tx(async (tx) => {
      const orders = await visibleOrders(tx, ids);
      refuseTooLong(orders);
      const found = await orderPapers(tx, orders);
      const printed = orders.map((row) => ({ rowId: row.id, action: 'print' }));
      audit(tx, 'purchasing:purchaseOrder', printed);
      return found;
    });
    const { bytes } = await drawTablePdf(papers);
    return file('采购单.pdf', 'application/pdf', bytes, true);
  }),
];

function idsOf(raw: unknown): string[] {
  const ids = Array.isArray(raw) ? [...new Set(raw.filter(isUuid))] : [];
  if (ids.length === 0 || ids.length > MOST_PRINTED)
    throw new Refusal('purchasing.printIds', `请选择 1 到 ${MOST_PRINTED} 张采购单`, {
      status: 422,
    });
  return ids;
}

function refuseTooLong(orders: readonly PurchaseOrderRow[]): void {
  const lines = orders.reduce((sum, { lineCount }) => sum + lineCount, 0);
  if (lines > MOST_PRINTED_LINES)
    throw new Refusal(
      'purchasing.printLines',
      `一次最多打印 ${MOST_PRINTED_LINES} 行明细，所选采购单共 ${lines} 行，请分几次`,
      { status: 422 },
    );
}

/**
 * The same goods of the same supplier once more, as a draft. Days stay behind; prices too where the
 * reader may not see them: those come from the supplier's list.
 * @returns the id of the copy
 */
async function copyOrder(tx: Tx, registry: Registry, id: string): Promise<string> {
  const [from] = await visibleOrders(tx, [id]);
  if (!from) throw notFound();
  const lines = await pick(tx, purchaseOrderLine, ['skuId', 'qty', 'unitPrice', 'taxRate'])`
    purchase_order_id = ${id}::uuid order by id`;
  const hidesCost = maskedFields(purchaseOrderLine, tx.actor).has('unitPrice');
  const { supplierId, warehouseId, currency, tolerance, note } = from;
  const place = draftPlace({ resource: purchaseOrder, draft: purchaseDraft }, registry);
  const copy = await addDraft(tx, place, {
    supplierId,
    warehouseId,
    currency,
    tolerance,
    note,
    lines: lines.map(({ unitPrice, ...line }) => (hidesCost ? line : { ...line, unitPrice })),
  });
  return copy.id;
}
