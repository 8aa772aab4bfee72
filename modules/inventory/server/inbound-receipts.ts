import { rowChanged } from '#kit/model/event.ts';
import { parseDecimal } from '#kit/model/money.ts';
import { invalid, type Refusal } from '#kit/model/refusal.ts';
import { handOf, may } from '#kit/server/actor.ts';
import { command, type Command } from '#kit/server/command.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import { draftSlots } from '#kit/server/draft/draft-slots.ts';
import { noteMakers } from '#kit/server/makers.ts';
import { setColumns } from '#kit/server/stored-rows.ts';
import { baseCurrency } from '#modules/base/server/index.ts';
import { receiptClosed, receiptShort } from '../model/errors.ts';
import {
  inboundReceipt,
  inboundReceiptLifecycle,
  inboundReceiptLine,
  RECEIVE_BEYOND,
  type InboundReceiptRow,
} from '../model/inbound-receipt.ts';
import { valueLines } from './adjustment-value.ts';
import { forgetAlone, holdHand, noteAlone } from './four-eyes.ts';
import { checkReceipt } from './inbound-check.ts';
import { postMovements } from './movements.ts';
import { readReceived, type Received } from './received-lines.ts';
import { refuseBundleLines, refuseTooLarge } from './stocked-lines.ts';
import { changeTransit } from './transit.ts';

/** A receipt while it is a draft. */
export const inboundDraft = draftSlots(
  {
    of: inboundReceipt,
    lines: inboundReceiptLine,
    head: inboundReceipt.fields,
    line: inboundReceiptLine.fields,
  },
  {
    async derive(tx, { lines }) {
      await refuseBundleLines(tx, lines);
      const currency = await baseCurrency(tx);
      refuseTooLarge(lines, currency);
      return {
        head: {
          currency,
          lineCount: lines.length,
          plannedQty: lines.reduce((sum, { qty }) => sum + qty, 0),
        },
      };
    },
    written: (tx, id) => noteMakers(tx, inboundReceipt, id),
  },
);

interface StoredLine {
  id: string;
  skuId: string;
  sku: string;
  qty: number;
  unitCost: string | null;
  transitQty: number;
  arrivedQty: number;
}
const linesOf = (tx: Tx, id: string): Promise<StoredLine[]> =>
  tx.rows`
    select l.id, l.sku_id, s.sku_code as sku, l.qty, l.unit_cost, l.transit_qty,
      l.good_qty + l.quarantine_qty + l.damaged_qty as arrived_qty
    from inbound_receipt_line l join sku s on s.tenant_id = l.tenant_id and s.id = l.sku_id
    where l.tenant_id = ${tx.tenant} and l.receipt_id = ${id}::uuid order by l.id`;

/**
 * Others hear of each step in its transaction, and may refuse it: whoever ordered the goods listens
 * to the changes of this document (`change` is the move), and finds its own lines by `ref_line_id`.
 */
const announce = (tx: Tx, { id }: InboundReceiptRow, change: string): Promise<void> =>
  tx.emit(rowChanged(inboundReceipt), id, { id, change });

/**
 * 预报: what is to come counts as on its way. Goods that nobody ordered wait for a second person beyond what
 * one may bring in alone; an order was looked at before.
 */
export const announceInbound: Command = command(inboundReceiptLifecycle, 'announce', {
  async run(tx, rows) {
    const states = new Map<string, string>();
    if (rows.some(({ refType }) => refType === null)) await holdHand(tx);
    for (const row of rows) {
      const lines = await linesOf(tx, row.id);
      const reason = row.refType === null ? await submitStray(tx, row, lines) : null;
      if (reason === null) await expectGoods(tx, row, lines, 'announce');
      states.set(row.id, reason === null ? 'announced' : 'submitted');
    }
    return states;
  },
});

/** 审核通过: somebody who had no hand in it vouches for goods and costs. */
export const approveInbound: Command = command(inboundReceiptLifecycle, 'approve', {
  async run(tx, rows) {
    await setColumns(tx, inboundReceipt, rows, { approvedBy: tx.actor.username });
    for (const row of rows) await expectGoods(tx, row, await linesOf(tx, row.id), 'approve');
  },
});

export const rejectInbound: Command = command(inboundReceiptLifecycle, 'reject', {
  async run(tx, rows) {
    await setColumns(tx, inboundReceipt, rows, { checkReason: null, submittedBy: null });
  },
});

/** Notes who announces goods of no order. @returns why somebody else must look at them, or null */
async function submitStray(tx: Tx, row: InboundReceiptRow, lines: readonly StoredLine[]): Promise<string | null> {
  const goods = lines.map(({ id, skuId, sku, unitCost, qty }) => ({
    id,
    skuId,
    sku,
    unitCost,
    qty,
    condition: 'good',
  }));
  const { valued, reason } = await checkReceipt(tx, row.warehouseId, goods);
  await noteMakers(tx, inboundReceipt, row.id);
  const isAlone = reason === null && !tx.actor.isSystem;
  await tx.run`
    update inbound_receipt set check_reason = ${reason}, submitted_by = ${tx.actor.username},
      submitted_by_id = ${handOf(tx.actor)}::uuid, submitted_at = ${tx.now}, approved_by = null,
      alone_ids = case when ${isAlone} then maker_ids else '{}' end
    where tenant_id = ${tx.tenant} and id = ${row.id}::uuid`;
  if (isAlone) await noteAlone(tx, { refType: 'inboundReceipt', refId: row.id }, valued);
  return reason;
}

async function expectGoods(
  tx: Tx,
  row: InboundReceiptRow,
  lines: readonly StoredLine[],
  change: string,
): Promise<void> {
  await changeTransit(
    tx,
    lines.map(({ skuId, qty }) => ({ warehouseId: row.warehouseId, skuId, qty })),
  );
  await tx.run`update inbound_receipt_line set transit_qty = qty
    where tenant_id = ${tx.tenant} and receipt_id = ${row.id}::uuid`;
  await announce(tx, row, change);
}

export const arriveInbound: Command = command(inboundReceiptLifecycle, 'arrive', {
  async run(tx, rows) {
    await setColumns(tx, inboundReceipt, rows, { arrivedAt: tx.now });
    for (const row of rows) await announce(tx, row, 'arrive');
  },
});

/**
 * 收货: what has come is stock at once, at the cost of its line, or at the last or standard cost where
 * none was said; the rest may come later.
 */
export const receiveInbound: Command = command(inboundReceiptLifecycle, 'receive', {
  whyNot: closedBy,
  async run(tx, rows, { lines: said }) {
    for (const row of rows) {
      const lines = await linesOf(tx, row.id);
      const received =
        readReceived(tx, inboundReceiptLifecycle.moves.receive.input.lines, said, lines) ?? allOpen(lines);
      // What nobody ordered was announced and looked at as it is: no right makes more of it.
      if (row.refType === null || !may(tx.actor, RECEIVE_BEYOND)) refuseBeyond(row, received, lines);
      await takeIn(tx, row, lines, received);
      await announce(tx, row, 'receive');
    }
  },
});

const allOpen = (lines: readonly StoredLine[]): Received[] =>
  lines.flatMap(({ id, transitQty }, index) =>
    transitQty > 0 ? [{ row: index + 1, lineId: id, qty: transitQty, condition: 'good' }] : [],
  );

/** Units that may come of a line: what was announced, and whole units of the tolerance of its order. */
const mostOf = ({ refType, tolerance }: InboundReceiptRow, { qty }: StoredLine): number => {
  if (refType === null) return qty;
  const share = parseDecimal(tolerance ?? '0', 6) ?? 0n;
  return qty + Number((BigInt(qty) * share) / 1_000_000n);
};

/** @throws Refusal 422 naming the lines of which more has come than may */
function refuseBeyond(receipt: InboundReceiptRow, received: readonly Received[], lines: readonly StoredLine[]): void {
  const errors = received.flatMap(({ row, lineId }) => {
    const line = lines.find(({ id }) => id === lineId);
    if (!line) return [];
    const sum = received.filter((one) => one.lineId === lineId).reduce((all, { qty }) => all + qty, line.arrivedQty);
    const most = mostOf(receipt, line);
    if (sum <= most) return [];
    const message =
      receipt.refType === null
        ? `${line.sku} 预报 ${line.qty} 件，共收 ${sum} 件；没有采购单的货不能多收，多出的另开入库单`
        : `${line.sku} 预报 ${line.qty} 件，最多收 ${most} 件，共收 ${sum} 件要有超收权限`;
    return [{ field: 'lines', row, code: 'beyond', message }];
  });
  if (errors.length > 0) throw invalid(errors);
}

async function takeIn(
  tx: Tx,
  row: InboundReceiptRow,
  lines: readonly StoredLine[],
  received: readonly Received[],
): Promise<void> {
  const costed = await valueLines(
    tx,
    row.warehouseId,
    lines.map(({ id, skuId, unitCost, qty }) => ({ id, skuId, unitCost, qty, condition: 'good' })),
  );
  const byId = new Map(costed.map((line) => [line.id, line]));
  const once = newId();
  const movements = received.flatMap(({ lineId, qty, condition }, index) => {
    const line = byId.get(lineId);
    if (!line) return [];
    return [
      {
        key: `inbound:${lineId}:${once}:${index}`,
        warehouseId: row.warehouseId,
        skuId: line.skuId,
        condition,
        type: 'purchase_in',
        qty,
        unitCost: line.unitCost,
        refType: 'inboundReceipt',
        refId: row.id,
        refNo: row.receiptNo,
        reason: row.remark,
      },
    ];
  });
  const costs = await postMovements(tx, { movements });
  await noteArrived(tx, row, lines, received);
  const value = [...costs.values()].reduce((sum, one) => sum + one, row.value ?? 0n);
  const qty = received.reduce((sum, one) => sum + one.qty, row.receivedQty);
  await setColumns(tx, inboundReceipt, [row.id], { value, receivedQty: qty });
}

/** What has come is not on its way any more; what came beyond the plan never was. */
async function noteArrived(
  tx: Tx,
  row: InboundReceiptRow,
  lines: readonly StoredLine[],
  received: readonly Received[],
): Promise<void> {
  const arrivals = lines.map((line) => {
    const own = received.filter(({ lineId }) => lineId === line.id);
    const of = (condition: string): number =>
      own.filter((one) => one.condition === condition).reduce((sum, { qty }) => sum + qty, 0);
    const [good, quarantine, damaged] = [of('good'), of('quarantine'), of('damaged')];
    const gone = Math.min(line.transitQty, good + quarantine + damaged);
    return { id: line.id, skuId: line.skuId, good, quarantine, damaged, gone };
  });
  await changeTransit(
    tx,
    arrivals.map(({ skuId, gone }) => ({ warehouseId: row.warehouseId, skuId, qty: -gone })),
  );
  await tx.run`
    update inbound_receipt_line l set good_qty = l.good_qty + a.good,
      quarantine_qty = l.quarantine_qty + a.quarantine, damaged_qty = l.damaged_qty + a.damaged,
      transit_qty = l.transit_qty - a.gone
    from unnest(${arrivals.map((a) => a.id)}::uuid[], ${arrivals.map((a) => a.good)}::integer[],
      ${arrivals.map((a) => a.quarantine)}::integer[], ${arrivals.map((a) => a.damaged)}::integer[],
      ${arrivals.map((a) => a.gone)}::integer[]) as a (id, good, quarantine, damaged, gone)
    where l.tenant_id = ${tx.tenant} and l.id = a.id`;
}

/** What has not come by now is not waited for any more. */
async function waitNoMore(tx: Tx, row: InboundReceiptRow): Promise<void> {
  const lines = await linesOf(tx, row.id);
  await changeTransit(
    tx,
    lines.map(({ skuId, transitQty }) => ({
      warehouseId: row.warehouseId,
      skuId,
      qty: -transitQty,
    })),
  );
  await tx.run`update inbound_receipt_line set transit_qty = 0
    where tenant_id = ${tx.tenant} and receipt_id = ${row.id}::uuid and transit_qty > 0`;
}

/** Receipts of which goods have not come yet. */
async function shortReceipts(tx: Tx, rows: readonly { id: string }[]): Promise<Map<string, Refusal>> {
  const short = await tx.rows<{ id: string; units: number; first: string; kinds: number }>`
    select l.receipt_id as id, sum(l.transit_qty)::integer as units, min(s.sku_code) as first,
      count(distinct l.sku_id)::integer as kinds
    from inbound_receipt_line l join sku s on s.tenant_id = l.tenant_id and s.id = l.sku_id
    where l.tenant_id = ${tx.tenant} and l.receipt_id = any(${rows.map(({ id }) => id)}::uuid[])
      and l.transit_qty > 0 group by 1`;
  return new Map(short.map(({ id, ...one }) => [id, receiptShort(one)]));
}

export const completeInbound: Command = command(inboundReceiptLifecycle, 'complete', {
  whyNot: closedBy,
  async guard(tx, rows, { rest }) {
    return rest ? new Map() : shortReceipts(tx, rows);
  },
  async run(tx, rows) {
    for (const row of rows) {
      await waitNoMore(tx, row);
      await setColumns(tx, inboundReceipt, [row.id], {
        completedAt: tx.now,
        completedBy: tx.actor.username,
      });
      await announce(tx, row, 'complete');
    }
  },
});

export const cancelInbound: Command = command(inboundReceiptLifecycle, 'cancel', {
  async run(tx, rows) {
    for (const row of rows) {
      await waitNoMore(tx, row);
      await forgetAlone(tx, row.id);
      await announce(tx, row, 'cancel');
    }
  },
});

/** Whoever is late hears who was first. */
async function closedBy(_tx: Tx, rows: InboundReceiptRow[]): Promise<Map<string, Refusal>> {
  const done = rows.filter(({ status }) => status === 'completed');
  return new Map(done.map((row) => [row.id, receiptClosed({ by: row.completedBy ?? '' })]));
}
