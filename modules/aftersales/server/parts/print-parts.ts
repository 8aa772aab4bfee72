import { Refusal } from '#kit/model/refusal.ts';
import { toWireTime } from '#kit/model/time.ts';
import { audit } from '#kit/server/audit.ts';
import type { Tx } from '#kit/server/database.ts';
import { isUuid } from '#kit/server/kinds.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import { file, implement } from '#kit/server/route.ts';
import { join, sql } from '#kit/server/sql.ts';
import { drawTablePdf, type TablePage } from '#platform/print/table-page.ts';
import { placeKey, placesOf } from '#modules/inventory/server/index.ts';
import { partOrderLifecycle } from '../../model/part-lifecycle.ts';
import { partOrder, partSource, type PartOrderRow, type PartSource } from '../../model/part-order.ts';
import { MOST_PRINTED, printPartsRoute } from '../../model/part-print.ts';

/** 补件拣货单: what to fetch for each request, from which bin, and where the parcel goes. */
export const printParts = implement(printPartsRoute, async (call) => {
  const ids = idsOf(call.body.ids);
  const papers = await call.tx(async (tx) => {
    const found = await papersOf(tx, ids);
    audit(
      tx,
      'aftersales:partOrder',
      found.map(({ id }) => ({ rowId: id, action: 'print' })),
    );
    return found.map(({ paper }) => paper);
  });
  const { bytes } = await drawTablePdf(papers);
  return file('补件拣货单.pdf', 'application/pdf', bytes, true);
});

function idsOf(raw: unknown): string[] {
  const ids = Array.isArray(raw) ? [...new Set(raw.filter(isUuid))] : [];
  if (ids.length === 0 || ids.length > MOST_PRINTED)
    throw new Refusal('aftersales.printIds', `请选择 1 到 ${MOST_PRINTED} 张补发单`, {
      status: 422,
    });
  return ids;
}

type Printed = Pick<
  PartOrderRow,
  'id' | 'partOrderNo' | 'channelPartNo' | 'status' | 'unitCount' | 'dueAt' | 'remark'
> & {
  warehouseId: string;
  warehouse: string;
  shipToName: string;
  shipToPhone: string | null;
  shipToAddress1: string;
  shipToAddress2: string | null;
  place: string;
};

/** @throws Refusal 404 where one is out of sight */
async function papersOf(tx: Tx, ids: readonly string[]): Promise<{ id: string; paper: TablePage }[]> {
  const rows = await tx.query<Printed>(sql`
    select t.id, t.part_order_no, t.channel_part_no, t.status, t.unit_count, t.due_at, t.remark,
      t.warehouse_id, w.name as warehouse, t.ship_to_name, t.ship_to_phone, t.ship_to_address1,
      t.ship_to_address2, concat_ws(', ', t.ship_to_city, t.ship_to_state, t.ship_to_postal_code, t.ship_to_country) as place
    from part_order t join warehouse w on w.tenant_id = t.tenant_id and w.id = t.warehouse_id
    where ${join(baseConditions(partOrder, tx.actor), ' and ')} and t.id = any(${[...ids]}::uuid[])`);
  if (rows.length < ids.length) throw new Refusal('notFound', '未找到对应实体', { status: 404 });
  const lines = Map.groupBy(await linesOf(tx, ids), ({ partOrderId }) => partOrderId);
  return ids.flatMap((id) => {
    const row = rows.find((one) => one.id === id);
    return row ? [{ id, paper: paperOf(tx, row, lines.get(id) ?? []) }] : [];
  });
}

interface PrintedLine {
  partOrderId: string;
  parentSku: string;
  partSku: string | null;
  name: string;
  qty: number;
  source: PartSource | null;
  harvestUnits: number;
  cartonNo: number | null;
  warehouse: string | null;
  bins: readonly string[];
}

/** What is fetched: the part itself, or the whole unit that it is taken out of. */
async function linesOf(tx: Tx, ids: readonly string[]): Promise<PrintedLine[]> {
  const rows = await tx.rows<Omit<PrintedLine, 'bins'> & { fetchedId: string; warehouseId: string }>`
    select l.part_order_id, s.sku_code as parent_sku, p.sku_code as part_sku,
      concat_ws(' ', p.name, l.description) as name, l.qty, l.source, l.harvest_units, l.carton_no,
      w.name as warehouse, coalesce(l.warehouse_id, o.warehouse_id) as warehouse_id,
      case when l.source in ('harvest', 'fullCarton') or l.part_sku_id is null then l.parent_sku_id
        else l.part_sku_id end as fetched_id
    from part_line l
    join part_order o on o.tenant_id = l.tenant_id and o.id = l.part_order_id
    join sku s on s.tenant_id = l.tenant_id and s.id = l.parent_sku_id
    left join sku p on p.tenant_id = l.tenant_id and p.id = l.part_sku_id
    left join warehouse w on w.tenant_id = l.tenant_id and w.id = l.warehouse_id
    where l.tenant_id = ${tx.tenant} and l.part_order_id = any(${[...ids]}::uuid[]) order by l.id`;
  const places = await placesOf(
    tx,
    [...new Set(rows.map(({ warehouseId }) => warehouseId))],
    [...new Set(rows.map(({ fetchedId }) => fetchedId))],
  );
  return rows.map(({ fetchedId, warehouseId, ...line }) => ({
    ...line,
    bins: places.get(placeKey({ warehouseId, skuId: fetchedId }))?.bins ?? [],
  }));
}

function paperOf(tx: Tx, row: Printed, lines: readonly PrintedLine[]): TablePage {
  return {
    title: '补件拣货单',
    subtitle: partOrderLifecycle.states[row.status][0],
    barcodeText: row.partOrderNo,
    headerFields: [
      { label: '平台补件号', value: row.channelPartNo },
      { label: '发货仓', value: row.warehouse },
      { label: '截止', value: row.dueAt ? toWireTime(row.dueAt, tx.actor.zone) : '' },
      ...addressFields(tx, row),
      { label: '备注', value: row.remark ?? '' },
    ],
    columns: [
      { title: '配件', width: 110, align: 'left' },
      { title: '名称', width: 140, align: 'left' },
      { title: '用于', width: 100, align: 'left' },
      { title: '货源', width: 90, align: 'left' },
      { title: '库位', width: 70, align: 'left' },
      { title: '数量', width: 40, align: 'right' },
    ],
    rows: lines.map((line) => [
      line.partSku ?? '—',
      line.name,
      line.parentSku,
      sourceText(line),
      line.bins.join('、'),
      String(line.qty),
    ]),
    totalRow: ['合计', '', '', '', '', String(row.unitCount)],
    footer: `${row.partOrderNo} · ${row.channelPartNo}`,
  };
}

/** Who may not see buyers prints what to fetch alone. */
function addressFields(tx: Tx, row: Printed): { label: string; value: string }[] {
  if (tx.actor.masks.has('pii')) return [];
  const open = (value: string | null): string => (value ? tx.vault.open(value) : '');
  return [
    { label: '收件人', value: `${row.shipToName} ${open(row.shipToPhone)}`.trim() },
    {
      label: '地址',
      value: [open(row.shipToAddress1), open(row.shipToAddress2), row.place].filter(Boolean).join(', '),
    },
  ];
}

function sourceText({ source, harvestUnits, cartonNo, warehouse }: PrintedLine): string {
  if (source === null) return '未选货源';
  const what = [
    partSource.items[source],
    harvestUnits > 0 ? `拆 ${harvestUnits} 件` : '',
    source === 'fullCarton' && cartonNo !== null ? `第 ${cartonNo} 箱` : '',
  ];
  return [what.filter(Boolean).join(' '), warehouse].filter(Boolean).join(' · ');
}
