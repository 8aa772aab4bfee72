import { exponentOf } from '#kit/model/currency.ts';
import type { Refusal } from '#kit/model/refusal.ts';
import { allocateAmount } from '#kit/model/money.ts';
import { takenKeys } from '#kit/model/tracking-number.ts';
import { command, type Command } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { setColumns } from '#kit/server/stored-rows.ts';
import { cartonsOf, partsOf, vouchedParts, type PartOfSku } from '#modules/catalog/server/index.ts';
import { sendParts, type BrokenUnits, type PartOut } from '#modules/inventory/server/index.ts';
import { postEntries } from '#modules/ledger/server/index.ts';
import { recordPartCost } from '#modules/orders/server/index.ts';
import { harvestValue } from '../../model/harvest-value.ts';
import { goodsAwaited, trackingElsewhere } from '../../model/part-errors.ts';
import { partOrderShipped } from '../../model/part-events.ts';
import { partOrderLifecycle } from '../../model/part-lifecycle.ts';
import { partOrder, type PartOrderRow } from '../../model/part-order.ts';
import { holdOrders } from '../returns/order-facts.ts';
import { checkSending, type Breaking } from './sending-check.ts';
import { answerOf } from './part-answers.ts';
import { refreshPartFacts } from './part-facts.ts';
import { aboutOf } from './part-requests.ts';
import { partLinesOf, type StoredPartLine } from './part-lines.ts';

/** 发货: what was held leaves, whole units are taken apart, and the order bears what it cost. */
export const shipPartOrder: Command = command(partOrderLifecycle, 'ship', {
  async guard(tx, rows, { trackingNo }) {
    const refusals = new Map<string, Refusal>();
    for (const row of rows) {
      const waiting = (await partLinesOf(tx, row.id)).filter(
        ({ source, qtyReserved, qty }) => source === null || qtyReserved < qty,
      );
      const other = await elsewhere(tx, row, trackingNo ?? '');
      if (waiting.length > 0) refusals.set(row.id, goodsAwaited({ parts: waiting.map(({ part }) => part) }));
      else if (other) refusals.set(row.id, trackingElsewhere(other));
    }
    return refusals;
  },
  async run(tx, rows, { carrier, trackingNo }) {
    await holdOrders(tx, rows);
    for (const row of rows) {
      const costs = await sendLines(tx, row);
      await setColumns(tx, partOrder, [row.id], {
        carrier,
        trackingNo,
        shippedAt: tx.now,
        shippedBy: tx.actor.username,
        dueAt: null,
        ...costs,
        answerStatus: await answerOf(tx, row),
      });
    }
    await refreshPartFacts(tx, rows, 'shipped');
    for (const row of rows) await tx.emit(partOrderShipped, row.id, aboutOf(row));
  },
});

/** A part order that left under the same number for somebody else. */
const elsewhere = (tx: Tx, { id }: PartOrderRow, trackingNo: string): Promise<{ partOrderNo: string } | undefined> =>
  tx.maybe<{ partOrderNo: string }>`
    select o.part_order_no from part_order o, part_order own
    where o.tenant_id = ${tx.tenant} and own.tenant_id = o.tenant_id and own.id = ${id}::uuid
      and o.tracking_no_bare = any(${takenKeys(trackingNo)}::text[]) and o.id <> own.id and o.address_hash <> own.address_hash
    limit 1`;

/** What became of the units that a line takes apart. */
interface Harvest {
  /** Of a full carton: what is inside of it is worth, and goes out with it. */
  sent: bigint;
  residue: bigint;
}

const NOTHING: Harvest = { sent: 0n, residue: 0n };

async function sendLines(tx: Tx, row: PartOrderRow): Promise<{ cost: bigint; residueLoss: bigint }> {
  const lines = await partLinesOf(tx, row.id);
  const harvests = new Map<string, Harvest>();
  const broken = await brokenUnits(tx, row, lines, harvests);
  await checkSending(tx, row, lines, broken);
  const out = lines.flatMap((line) => partOut(line));
  const ref = { refType: 'partOrder', refId: row.id, refNo: row.partOrderNo };
  const costs = await sendParts(tx, { ref, broken, out });
  const ends = lines.map((line) => {
    const { sent, residue } = harvests.get(line.id) ?? NOTHING;
    const cost = (costs.get(outKey(line)) ?? 0n) + sent;
    return { ...line, cost, residueLoss: residue, sent };
  });
  await tx.run`
    update part_line l set shipped_qty = l.qty, qty_reserved = 0, cost = e.cost,
      residue_loss = e.loss, update_time = ${tx.now}, version = l.version + 1
    from unnest(${ends.map(({ id }) => id)}::uuid[], ${ends.map(({ cost }) => cost)}::bigint[],
      ${ends.map(({ residueLoss }) => residueLoss)}::bigint[]) as e (id, cost, loss)
    where l.tenant_id = ${tx.tenant} and l.id = e.id`;
  await postCartons(tx, row, ends);
  await recordPartCost(
    tx,
    ends.flatMap(({ orderLineId, cost, residueLoss }) =>
      orderLineId ? [{ orderLineId, cost: cost + residueLoss }] : [],
    ),
  );
  const sum = (of: (end: (typeof ends)[number]) => bigint): bigint => ends.reduce((total, end) => total + of(end), 0n);
  return { cost: sum(({ cost }) => cost), residueLoss: sum(({ residueLoss }) => residueLoss) };
}

const outKey = ({ id }: StoredPartLine): string => `part:${id}`;

/** A part leaves as itself, but what goes out in its carton was never stock of its own. */
function partOut(line: StoredPartLine): PartOut[] {
  const { id, source, warehouseId, partSkuId, qty } = line;
  if (!warehouseId || !partSkuId || source === 'fullCarton') return [];
  const isHeld = source !== 'harvest';
  return [{ key: outKey(line), orderLineId: id, warehouseId, skuId: partSkuId, qty, isHeld }];
}

async function brokenUnits(
  tx: Tx,
  { currency }: PartOrderRow,
  lines: readonly StoredPartLine[],
  harvests: Map<string, Harvest>,
): Promise<(BrokenUnits & Breaking)[]> {
  const taking = lines.filter(({ harvestUnits }) => harvestUnits > 0);
  const parents = taking.map(({ parentSkuId }) => parentSkuId);
  const parts = await partsOf(tx, parents);
  const vouched = await vouchedParts(tx, parts);
  const cartons = await cartonsOf(tx, parents);
  const exponent = exponentOf(currency);
  return taking.flatMap((line): (BrokenUnits & Breaking)[] => {
    if (!line.warehouseId) return [];
    const own = parts.filter(({ parentSkuId }) => parentSkuId === line.parentSkuId);
    const inCarton = (part: PartOfSku): boolean => line.source === 'fullCarton' && part.cartonNo === line.cartonNo;
    const pieces = own.map((part) => ({
      part,
      qty: part.qtyPerUnit * line.harvestUnits,
      isKept: part.isHarvestable || inCarton(part),
      standardCost: part.standardCost,
    }));
    const divide = (cost: bigint) => {
      const { values, residue } = harvestValue(cost, pieces, exponent);
      const inside = pieces.reduce((sum, { part }, at) => sum + (inCarton(part) ? (values[at] ?? 0n) : 0n), 0n);
      const count = cartons.get(line.parentSkuId)?.length ?? 1;
      const isUnnamed = line.source === 'fullCarton' && inside === 0n;
      const unnamed = isUnnamed ? least(residue, evenShare(cost, count)) : 0n;
      return { values, unnamed, sent: inside + unnamed, residue: residue - unnamed };
    };
    const comes = pieces.filter(({ part, isKept }) => isKept && !inCarton(part));
    return [
      {
        key: `part-break:${line.id}`,
        orderLineId: line.id,
        warehouseId: line.warehouseId,
        line,
        skuId: line.parentSkuId,
        qty: line.harvestUnits,
        comes: comes.map(({ part, qty }) => ({ skuId: part.partSkuId, qty })),
        valuesOf(cost) {
          const { values, sent, residue } = divide(cost);
          harvests.set(line.id, { sent, residue });
          return pieces.flatMap((piece, at) => (comes.includes(piece) ? [values[at] ?? 0n] : []));
        },
        savedOf(cost) {
          const { values, unnamed } = divide(cost);
          const saved = pieces.map(({ part }, at) => ({
            skuId: part.partSkuId,
            qty: vouched(part) * line.harvestUnits,
            value: values[at] ?? 0n,
          }));
          return [...saved, { skuId: null, qty: 0, value: unnamed }];
        },
        sentOf(cost) {
          const { values, sent } = divide(cost);
          return sent + takenOf(line, pieces, values);
        },
      },
    ];
  });
}

/** Of what comes out of the units: the part that the line asked for, as much of it as leaves. */
const takenOf = (
  { source, partSkuId, qty }: StoredPartLine,
  pieces: readonly { part: PartOfSku; qty: number }[],
  values: readonly bigint[],
): bigint => {
  const at = pieces.findIndex(({ part }) => part.partSkuId === partSkuId);
  const units = pieces[at]?.qty ?? 0;
  if (source !== 'harvest' || units === 0) return 0n;
  return ((values[at] ?? 0n) * BigInt(Math.min(qty, units))) / BigInt(units);
};

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** Of a carton of which nobody has said what is inside: as much as any other. */
const evenShare = (cost: bigint, count: number): bigint =>
  allocateAmount(
    cost,
    Array.from({ length: count }, () => 1n),
  )[0] ?? 0n;

/** What went out inside of cartons is no loss of the harvest but cost of the parts. */
async function postCartons(
  tx: Tx,
  { id, partOrderNo, currency }: PartOrderRow,
  ends: readonly { sent: bigint }[],
): Promise<void> {
  const amount = ends.reduce((sum, { sent }) => sum + sent, 0n);
  if (amount === 0n) return;
  const posting = {
    debit: { code: 'cogs:part' as const },
    credit: { code: 'loss:harvest' as const },
    amount,
    currency,
  };
  await postEntries(tx, [
    {
      refType: 'partOrder',
      refId: id,
      refNo: partOrderNo,
      event: 'cartons',
      postings: [posting],
      memo: '整箱补发成本',
    },
  ]);
}
