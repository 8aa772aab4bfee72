import { exponentOf } from '#kit/model/currency.ts';
import { formatDecimal } from '#kit/model/money.ts';
import type { Tx } from '#kit/server/database.ts';
import { maskedFields } from '#kit/server/query/columns.ts';
import type { TablePage } from '#platform/print/table-page.ts';
import { purchaseOrder, purchaseOrderLifecycle } from '../model/purchase-order.ts';
import type { PurchaseOrderRow } from '../model/purchase-order.ts';

interface Names {
  id: string;
  supplier: string;
  supplierAddress: string;
  warehouse: string;
  warehouseAddress: string;
  tenant: string;
}

interface PrintedLine {
  orderId: string;
  sku: string;
  supplierSku: string | null;
  name: string;
  qty: number;
  unitPrice: string | null;
  lineNet: bigint;
  eta: string | null;
}

/** 采购单 for the supplier: a paper for each order. Who may not see costs prints it without prices. */
export async function orderPapers(
  tx: Tx,
  orders: readonly PurchaseOrderRow[],
  hasPrices = !maskedFields(purchaseOrder, tx.actor).has('total'),
): Promise<TablePage[]> {
  const ids = orders.map(({ id }) => id);
  const names = new Map((await namesOf(tx, ids)).map((row) => [row.id, row]));
  const lines = Map.groupBy(await printedLines(tx, ids), ({ orderId }) => orderId);
  return orders.map((order) => paperOf(order, names.get(order.id) as Names, lines.get(order.id) ?? [], hasPrices));
}

/** Who orders, who delivers, and where to. */
export const namesOf = (tx: Tx, ids: readonly string[]): Promise<Names[]> =>
  tx.rows`
    select p.id, s.name as supplier, w.name as warehouse, t.name as tenant,
      concat_ws(', ', s.address1, s.address2, s.city, s.state, s.postal_code, s.country) as supplier_address,
      concat_ws(', ', w.address1, w.address2, w.city, w.state, w.postal_code, w.country) as warehouse_address
    from purchase_order p
    join supplier s on s.tenant_id = p.tenant_id and s.id = p.supplier_id
    join warehouse w on w.tenant_id = p.tenant_id and w.id = p.warehouse_id
    join tenant t on t.id = p.tenant_id
    where p.tenant_id = ${tx.tenant} and p.id = any(${ids}::uuid[])`;

/** With what the supplier calls the goods, as far as its prices say. */
const printedLines = (tx: Tx, ids: readonly string[]): Promise<PrintedLine[]> =>
  tx.rows`
    select l.purchase_order_id as order_id, s.sku_code as sku, s.name, l.qty, l.unit_price::text as unit_price,
      l.line_net, coalesce(l.eta, p.eta)::text as eta,
      (select sp.supplier_sku from supplier_price sp
        where sp.tenant_id = l.tenant_id and sp.deleted_at is null and sp.supplier_id = p.supplier_id
          and sp.sku_id = l.sku_id and sp.supplier_sku is not null
        order by sp.effective_date desc limit 1) as supplier_sku
    from purchase_order_line l
    join purchase_order p on p.tenant_id = l.tenant_id and p.id = l.purchase_order_id
    join sku s on s.tenant_id = l.tenant_id and s.id = l.sku_id
    where l.tenant_id = ${tx.tenant} and l.purchase_order_id = any(${ids}::uuid[]) order by l.id`;

function paperOf(order: PurchaseOrderRow, names: Names, lines: readonly PrintedLine[], hasPrices: boolean): TablePage {
  const { currency, status } = order;
  const amount = (value: bigint | null): string => formatDecimal(value ?? 0n, exponentOf(currency));
  return {
    title: `采购单 ${names.tenant}`,
    subtitle: isPromised(status) ? '' : `${purchaseOrderLifecycle.states[status][0]}，不作为订货凭证`,
    barcodeText: order.poNo,
    headerFields: [
      { label: '供应商', value: names.supplier },
      { label: '供应商地址', value: names.supplierAddress },
      { label: '供应商单号', value: order.supplierRef ?? '' },
      { label: '收货仓库', value: names.warehouse },
      { label: '收货地址', value: names.warehouseAddress },
      { label: '预计到货', value: order.eta ?? '' },
      ...(hasPrices ? moneyFields(order, amount) : []),
      { label: '备注', value: order.note ?? '' },
    ],
    columns: [
      { title: 'SKU', width: 120, align: 'left' },
      { title: '供应商货号', width: 80, align: 'left' },
      { title: '名称', width: 150, align: 'left' },
      { title: '预计到货', width: 70, align: 'left' },
      { title: '数量', width: 50, align: 'right' },
      ...(hasPrices
        ? [
            { title: `单价 ${currency}`, width: 65, align: 'right' as const },
            { title: `金额 ${currency}`, width: 75, align: 'right' as const },
          ]
        : []),
    ],
    rows: lines.map(({ sku, supplierSku, name, eta, qty, unitPrice, lineNet }) => [
      sku,
      supplierSku ?? '',
      name,
      eta ?? '',
      String(qty),
      ...(hasPrices ? [priceText(unitPrice), amount(lineNet)] : []),
    ]),
    totalRow: ['合计', '', '', '', String(order.unitCount), ...(hasPrices ? ['', amount(order.goodsTotal)] : [])],
    footer: `${order.poNo} · ${names.supplier}`,
  };
}

/** What was ordered is an order; before that it is a paper among ourselves. */
const isPromised = (status: PurchaseOrderRow['status']): boolean =>
  ['ordered', 'partially_received', 'received', 'closed'].includes(status);

const moneyFields = (
  { taxTotal, freight, otherCost, total, currency }: PurchaseOrderRow,
  amount: (value: bigint | null) => string,
): { label: string; value: string }[] => [
  { label: '税额', value: taxTotal > 0n ? `${currency} ${amount(taxTotal)}` : '' },
  { label: '运费', value: freight ? `${currency} ${amount(freight)}` : '' },
  { label: '其他费用', value: otherCost ? `${currency} ${amount(otherCost)}` : '' },
  { label: '总额', value: `${currency} ${amount(total)}` },
];

/** Two places where the others are nought: `18.50`, `0.1234`. */
const priceText = (price: string | null): string => (price ?? '').replace(/(\.\d\d\d*?)0+$/, '$1');
