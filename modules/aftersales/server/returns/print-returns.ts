import { notFound } from '#kit/model/refusal.ts';
import { toWireTime } from '#kit/model/time.ts';
import { may } from '#kit/server/actor.ts';
import { audit } from '#kit/server/audit.ts';
import type { Tx } from '#kit/server/database.ts';
import { isUuid } from '#kit/server/kinds.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import { file, implement } from '#kit/server/route.ts';
import { join, sql } from '#kit/server/sql.ts';
import { mergeGroups } from '#platform/print/label-pages.ts';
import { drawTablePdf, type TablePage } from '#platform/print/table-page.ts';
import { returnOrder, type ReturnRow } from '../../model/return-order.ts';
import {
  AUTHORIZED_STATES,
  labelsMissing,
  MOST_PRINTED_RETURNS,
  printFaults,
  printReturnsRoute,
} from '../../model/return-print.ts';

/**
 * 退货授权单: what a buyer puts into the parcel, so that the desk knows it by its barcode. Where we have bought
 * a label for it, the label follows its paper, for whoever may print labels.
 */
export const printReturns = implement(printReturnsRoute, async (call) => {
  const ids = idsOf(call.body.ids);
  const printed = await call.tx(async (tx) => {
    const papers = await papersOf(tx, ids);
    const labels = await labelsOf(tx, ids);
    audit(
      tx,
      'aftersales:returnOrder',
      papers.map(({ id }) => ({ rowId: id, action: 'print' })),
    );
    return papers.map((one) => ({ ...one, labels: labels.get(one.id) ?? [] }));
  });
  const { bytes, note } = await drawAll(printed);
  const paper = file('退货授权单.pdf', 'application/pdf', bytes, true);
  return note ? { ...paper, note } : paper;
});

/**
 * Papers that no label parts are drawn in one go: a font is put into each file once. A label that cannot be
 * printed keeps neither its paper nor the others away, and is named.
 */
async function drawAll(
  printed: readonly { returnNo: string; paper: TablePage; labels: readonly Uint8Array[] }[],
): Promise<{ bytes: Uint8Array; note: string | null }> {
  if (printed.every(({ labels }) => labels.length === 0)) {
    const { bytes } = await drawTablePdf(printed.map(({ paper }) => paper));
    return { bytes, note: null };
  }
  const groups: { returnNo: string; parts: readonly Uint8Array[] }[] = [];
  for (const { returnNo, paper, labels } of printed)
    groups.push(
      { returnNo, parts: [(await drawTablePdf(paper)).bytes] },
      ...labels.map((label) => ({ returnNo, parts: [label] })),
    );
  const { bytes, faults } = await mergeGroups(groups.map(({ parts }) => parts));
  const missing = [...faults.keys()].map((at) => groups[at]?.returnNo ?? '');
  const note = missing.length > 0 ? labelsMissing(missing) : null;
  return { bytes: bytes ?? new Uint8Array(), note };
}

function idsOf(raw: unknown): string[] {
  const ids = Array.isArray(raw) ? [...new Set(raw.filter(isUuid))] : [];
  if (ids.length === 0 || ids.length > MOST_PRINTED_RETURNS) throw printFaults.ids();
  return ids;
}

type Printed = Pick<ReturnRow, 'id' | 'returnNo' | 'raNo' | 'type' | 'status' | 'dueAt' | 'carrier' | 'trackingNo'> &
  Pick<ReturnRow, 'qtyRequested'> & {
    orderNo: string | null;
    reason: string;
    warehouse: string | null;
    contact: string | null;
    phone: string | null;
    address: string | null;
    zone: string | null;
  };

/** @throws Refusal 404 where one is out of sight, 409 where one has nothing to come back */
async function papersOf(tx: Tx, ids: readonly string[]): Promise<{ id: string; returnNo: string; paper: TablePage }[]> {
  const rows = await tx.query<Printed>(sql`
    select t.id, t.return_no, t.ra_no, t.type, t.status, t.due_at, t.carrier, t.tracking_no, t.qty_requested,
      o.channel_order_no as order_no, r.name as reason, w.name as warehouse, w.contact, w.phone,
      w.timezone as zone,
      concat_ws(', ', w.address1, w.address2, w.city, w.state, w.postal_code, w.country) as address
    from return_order t
      join return_reason r on r.tenant_id = t.tenant_id and r.id = t.reason_id
      left join sales_order o on o.tenant_id = t.tenant_id and o.id = t.order_id
      left join warehouse w on w.tenant_id = t.tenant_id and w.id = t.warehouse_id
    where ${join(baseConditions(returnOrder, tx.actor), ' and ')} and t.id = any(${[...ids]}::uuid[])`);
  if (rows.length < ids.length) throw notFound();
  for (const { type, status, returnNo } of rows)
    if (type === 'refundOnly') throw printFaults.refundOnly({ returnNo });
    else if (!AUTHORIZED_STATES.has(status)) throw printFaults.unauthorized({ returnNo });
  const lines = Map.groupBy(await linesOf(tx, ids), ({ returnId }) => returnId);
  return ids.flatMap((id) => {
    const row = rows.find((one) => one.id === id);
    return row ? [{ id, returnNo: row.returnNo, paper: paperOf(tx, row, lines.get(id) ?? []) }] : [];
  });
}

interface PrintedLine {
  returnId: string;
  sku: string;
  name: string;
  qty: number;
}

const linesOf = (tx: Tx, ids: readonly string[]): Promise<PrintedLine[]> =>
  tx.rows<PrintedLine>`
    select l.return_id, s.sku_code as sku, s.name, l.qty_requested as qty
    from return_line l join sku s on s.tenant_id = l.tenant_id and s.id = l.sku_id
    where l.tenant_id = ${tx.tenant} and l.return_id = any(${[...ids]}::uuid[])
    order by l.create_time, l.id`;

/** Numbers of marketplaces may be too long for a scanner, or hold signs that no barcode has: then ours stands. */
const barcodeOf = ({ raNo, returnNo }: Printed): string => (raNo && /^[\x21-\x7e]{1,24}$/.test(raNo) ? raNo : returnNo);

/** Buyers read it as well: what they need is said in both languages. */
function paperOf(tx: Tx, row: Printed, lines: readonly PrintedLine[]): TablePage {
  const { address, contact, phone, warehouse } = row;
  return {
    title: '退货授权单',
    subtitle: 'Return authorization · 请放入退货包裹 Please enclose in the parcel',
    barcodeText: barcodeOf(row),
    headerFields: [
      { label: 'RA号 RA no.', value: row.raNo ?? '' },
      { label: '退货单号 Return no.', value: row.returnNo },
      { label: '订单 Order no.', value: row.orderNo ?? '' },
      { label: '退货原因 Reason', value: row.reason },
      { label: '退回截止 Return by', value: dueText(tx, row) },
      { label: '运单 Tracking', value: [row.carrier, row.trackingNo].filter(Boolean).join(' ') },
      {
        label: '退货地址 Return to',
        value: [warehouse, contact, phone, address].filter(Boolean).join(', '),
      },
    ],
    columns: [
      { title: 'SKU', width: 150, align: 'left' },
      { title: '商品 Item', width: 300, align: 'left' },
      { title: '数量 Qty', width: 70, align: 'right' },
    ],
    rows: lines.map(({ sku, name, qty }) => [sku, name, String(qty)]),
    totalRow: ['合计 Total', '', String(row.qtyRequested)],
    footer: [row.raNo, row.returnNo, row.orderNo].filter(Boolean).join(' · '),
  };
}

/** The day where the goods are awaited. */
const dueText = (tx: Tx, { dueAt, zone }: Printed): string =>
  dueAt ? toWireTime(dueAt, zone ?? tx.actor.zone).slice(0, 10) : '';

/** Labels that are paid for and not given up, by return; none for whoever may not print labels. */
async function labelsOf(tx: Tx, ids: readonly string[]): Promise<Map<string, Uint8Array[]>> {
  const found = new Map<string, Uint8Array[]>();
  if (!may(tx.actor, 'aftersales:returnLabel:print')) return found;
  const rows = await tx.rows<{ id: string; returnId: string; labelAssetId: string }>`
    select id, return_id, label_asset_id from return_label where tenant_id = ${tx.tenant}
      and return_id = any(${[...ids]}::uuid[]) and status = 'active' and label_asset_id is not null
    order by id`;
  for (const { id, returnId, labelAssetId } of rows) {
    const { bytes } = await tx.files.read(tx, labelAssetId);
    found.set(returnId, [...(found.get(returnId) ?? []), bytes]);
    audit(tx, 'aftersales:returnLabel', [{ rowId: id, action: 'print' }]);
  }
  await tx.run`update return_label set printed_count = printed_count + 1
    where tenant_id = ${tx.tenant} and id = any(${rows.map(({ id }) => id)}::uuid[])`;
  return found;
}
