import { audit } from '#kit/server/audit.ts';
import { notFound, Refusal } from '#kit/model/refusal.ts';
import { toWireTime } from '#kit/model/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { isUuid } from '#kit/server/kinds.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import { file, implement, type Route } from '#kit/server/route.ts';
import { join, sql } from '#kit/server/sql.ts';
import { gramsToPounds } from '#kit/model/unit.ts';
import { drawTablePdf, type TablePage } from '#platform/print/table-page.ts';
import { printHandoverRoute } from '../../model/handover-routes.ts';
import { handoverEmpty } from '../../model/wave-errors.ts';
import { printWavesRoute, type PickStop, type WaveDesk } from '../../model/wave-routes.ts';
import { wave, waveKind } from '../../model/wave.ts';
import { readHandoverDesk } from '../handover/handover-desk.ts';
import { signatureOf } from '../handover/handover-routes.ts';
import { readWaveDesk } from './wave-desk.ts';

/** Most waves in one file. */
const MOST_WAVES = 20;

/** Papers of picking and handing over; every print is logged. */
export const wavePapers: Route[] = [
  implement(printWavesRoute, async (call) => {
    const raw: unknown = call.body.ids;
    const ids = (Array.isArray(raw) ? raw : []).filter(isUuid);
    if (ids.length === 0 || ids.length > MOST_WAVES)
      throw new Refusal('fulfilment.printIds', `请选择 1 到 ${MOST_WAVES} 个波次`, { status: 422 });
    const bytes = await call.tx((tx) => drawWaves(tx, ids));
    return file('拣货单.pdf', 'application/pdf', bytes, true);
  }),
  implement(printHandoverRoute, async (call) => {
    const bytes = await call.tx((tx) => drawHandover(tx, call.params.id));
    return file('交接清单.pdf', 'application/pdf', bytes, true);
  }),
];

async function drawWaves(tx: Tx, ids: readonly string[]): Promise<Uint8Array> {
  const seen = await tx.query<{ id: string }>(sql`select t.id from wave t
    where ${join(baseConditions(wave, tx.actor), ' and ')} and t.id = any(${ids}::uuid[])`);
  if (seen.length === 0) throw notFound();
  const known = new Set(seen.map(({ id }) => id));
  const papers: TablePage[] = [];
  for (const id of ids) if (known.has(id)) papers.push(wavePage(tx, await readWaveDesk(tx, id)));
  audit(
    tx,
    'fulfilment:wave',
    seen.map(({ id }) => ({ rowId: id, action: 'print' })),
  );
  const { bytes } = await drawTablePdf(papers);
  return bytes;
}

const intoOf = ({ kind }: WaveDesk, { slots }: PickStop): string =>
  kind === 'single'
    ? `${slots.length} 单`
    : slots
        .map(({ slot, shipmentNo, qty }) => (kind === 'multi' ? `${slot} 号格×${qty}` : `${shipmentNo}×${qty}`))
        .join('  ');

/** In the order of the walk, with what a scanner reads at each stop. */
function wavePage(tx: Tx, desk: WaveDesk): TablePage {
  return {
    title: '拣货单',
    subtitle: `${waveKind.items[desk.kind]} · ${desk.shipments.length} 张发货单`,
    barcodeText: desk.waveNo,
    headerFields: [
      { label: '仓库', value: desk.warehouse },
      { label: '件数', value: String(desk.unitCount) },
      { label: '拣货人', value: desk.assigneeName ?? '' },
      { label: '打印时间', value: toWireTime(tx.now, tx.actor.zone) },
    ],
    columns: [
      { title: '货位', width: 70, align: 'left' },
      { title: 'SKU', width: 170, align: 'center', isBarcode: true },
      { title: '名称', width: 120, align: 'left' },
      { title: '数量', width: 36, align: 'right' },
      { title: desk.kind === 'multi' ? '放入' : '发货单', width: 110, align: 'left' },
    ],
    rows: desk.stops.map((stop) => [
      stop.bin ?? '无货位',
      stop.goods.code,
      stop.goods.name,
      String(stop.qty),
      intoOf(desk, stop),
    ]),
  };
}

async function drawHandover(tx: Tx, id: string): Promise<Uint8Array> {
  const desk = await readHandoverDesk(tx, id);
  const signature = await signatureOf(tx, id);
  const boxes = desk.boxes.filter(({ outcome }) => outcome !== 'refused');
  // A driver signs for boxes, never for a blank sheet.
  if (boxes.length === 0) throw handoverEmpty();
  const grams = boxes.reduce((sum, { weightG }) => sum + (weightG ?? 0), 0);
  audit(tx, 'fulfilment:handover', [{ rowId: id, action: 'print' }]);
  const { bytes } = await drawTablePdf({
    title: '交接清单',
    subtitle: desk.status === 'closed' ? '已交接' : '待交接',
    barcodeText: desk.handoverNo,
    headerFields: [
      { label: '仓库', value: desk.warehouse },
      { label: '物流渠道', value: desk.shipMethod ?? '不限' },
      { label: '交接日期', value: desk.day },
      { label: '箱数', value: String(boxes.length) },
      { label: '总重', value: `${gramsToPounds(grams)} lb` },
      { label: '司机', value: [desk.driver, desk.plate].filter(Boolean).join(' ') },
      { label: '交接时间', value: desk.handedAt ?? '' },
      { label: '交接人', value: desk.handedBy ?? '' },
    ],
    columns: [
      { title: '序', width: 24, align: 'right' },
      { title: '箱号', width: 100, align: 'left' },
      { title: '运单号', width: 140, align: 'left' },
      { title: '发货单', width: 100, align: 'left' },
      { title: '重量', width: 60, align: 'right' },
    ],
    rows: boxes.map((row, at) => [
      String(at + 1),
      row.boxNo,
      row.trackingNo ?? '',
      row.shipmentNo,
      row.weightG ? `${gramsToPounds(row.weightG)} lb` : '',
    ]),
    signature: { label: '司机签字', name: desk.signedBy ?? '', picture: signature },
  });
  return bytes;
}
