import { parseDecimal, PRICE_SCALE } from '#kit/model/money.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Condition } from './plain-stock.ts';
import { passed, typed } from './walk-goods.ts';
import type { Place, Walk } from './walk-scene.ts';
import type { Happened } from './walk-law.ts';

/** What steps of stock documents do to the goods of the plain model. */

interface Goods {
  id: string;
  warehouseId: string;
  toWarehouseId: string | null;
  skuId: string;
  qty: number;
  condition: Condition;
  toCondition: Condition | null;
  kind: string | null;
  unitCost: string | null;
}

/** Lines as they were typed: what a document asks for, never what became of it. */
const READ: Readonly<Record<string, (tx: Tx, id: string) => Promise<Goods[]>>> = {
  'inventory:inboundReceipt': (tx, id) => tx.rows<Goods>`
    select l.id, h.warehouse_id, null::uuid as to_warehouse_id, l.sku_id, l.qty, 'good' as condition,
      null as to_condition, null as kind, l.unit_cost::text as unit_cost
    from inbound_receipt_line l join inbound_receipt h on h.tenant_id = l.tenant_id and h.id = l.receipt_id
    where l.tenant_id = ${tx.tenant} and l.receipt_id = ${id}::uuid order by l.id`,
  'inventory:stockAdjustment': (tx, id) => tx.rows<Goods>`
    select l.id, h.warehouse_id, null::uuid as to_warehouse_id, l.sku_id, l.qty, l.condition,
      null as to_condition, h.kind, l.unit_cost::text as unit_cost
    from stock_adjustment_line l join stock_adjustment h on h.tenant_id = l.tenant_id and h.id = l.adjustment_id
    where l.tenant_id = ${tx.tenant} and l.adjustment_id = ${id}::uuid order by l.id`,
  'inventory:stateChange': (tx, id) => tx.rows<Goods>`
    select l.id, h.warehouse_id, null::uuid as to_warehouse_id, l.sku_id, l.qty, l.condition, l.to_condition,
      h.kind, null as unit_cost
    from state_change_line l join state_change h on h.tenant_id = l.tenant_id and h.id = l.change_id
    where l.tenant_id = ${tx.tenant} and l.change_id = ${id}::uuid order by l.id`,
  'inventory:stockCount': (tx, id) => tx.rows<Goods>`
    select l.id, h.warehouse_id, null::uuid as to_warehouse_id, l.sku_id, 0 as qty, l.condition,
      null as to_condition, null as kind, null as unit_cost
    from stock_count_line l join stock_count h on h.tenant_id = l.tenant_id and h.id = l.count_id
    where l.tenant_id = ${tx.tenant} and l.count_id = ${id}::uuid order by l.id`,
  'inventory:stockTransfer': (tx, id) => tx.rows<Goods>`
    select l.id, h.from_warehouse_id as warehouse_id, h.to_warehouse_id, l.sku_id, l.qty, 'good' as condition,
      null as to_condition, null as kind, null as unit_cost
    from stock_transfer_line l join stock_transfer h on h.tenant_id = l.tenant_id and h.id = l.transfer_id
    where l.tenant_id = ${tx.tenant} and l.transfer_id = ${id}::uuid order by l.id`,
};

/** Stock documents that the walk moves, with the goods on them. */
export class StockDocuments {
  readonly #goods = new Map<string, Goods[]>();
  readonly #counting = new Set<string>();
  readonly #costs = new Map<string, { total: bigint; receiptId: string }>();
  /** Goods that came, by receipt. */
  readonly #came = new Map<string, Walk['receipts'][number]['goods']>();
  /** Receipts whose goods are on their way. */
  readonly coming = new Set<string>();
  /** Units held for transfers, by their lines. */
  readonly promised = new Map<string, number>();

  /** Whether lines of one of these documents are still to be read. */
  areNew(rows: readonly Happened[]): boolean {
    return rows.some(
      ({ key, rowId }) =>
        (key in READ && !this.#goods.has(rowId)) || (key === 'purchasing:landedCost' && !this.#costs.has(rowId)),
    );
  }

  /** Reads the lines of documents that moved, once each. */
  async read(tx: Tx, rows: readonly Happened[]): Promise<void> {
    for (const { key, rowId } of rows) {
      const read = READ[key];
      if (read && !this.#goods.has(rowId)) this.#goods.set(rowId, await read(tx, rowId));
      if (key === 'purchasing:landedCost' && !this.#costs.has(rowId))
        this.#costs.set(
          rowId,
          await tx.one<{ total: bigint; receiptId: string }>`
            select c.total, r.receipt_id from landed_cost c join landed_cost_receipt r
              on r.tenant_id = c.tenant_id and r.cost_id = c.id
            where c.tenant_id = ${tx.tenant} and c.id = ${rowId}::uuid`,
        );
    }
  }

  /** Carries out in the model what a document has just done. */
  moved(walk: Walk, { key, rowId, move, from, to }: Happened): void {
    const lines = this.#goods.get(rowId) ?? [];
    if (key === 'inventory:inboundReceipt') this.#receipt(walk, lines, { move, from, rowId });
    for (const receipt of walk.receipts) this.#came.set(receipt.id, receipt.goods);
    if (from === null) return;
    if (key === 'inventory:stockAdjustment' && to === 'posted') adjustment(walk, lines);
    if (key === 'inventory:stateChange' && move === 'post') stateChange(walk, lines);
    if (key === 'inventory:stockCount') {
      if (['counting', 'review'].includes(to)) this.#counting.add(rowId);
      else this.#counting.delete(rowId);
    }
    if (key === 'purchasing:landedCost') this.#landed(walk, rowId, move);
    if (key === 'inventory:stockTransfer') this.#transfer(walk, lines, move, from);
  }

  isCounted({ warehouseId, skuId }: Place, condition: string): boolean {
    return [...this.#counting].some((id) =>
      (this.#goods.get(id) ?? []).some(
        (line) => line.warehouseId === warehouseId && line.skuId === skuId && line.condition === condition,
      ),
    );
  }

  #receipt(
    walk: Walk,
    lines: readonly Goods[],
    { move, from, rowId }: Pick<Happened, 'move' | 'from' | 'rowId'>,
  ): void {
    const isLast = ['receive', 'complete', 'cancel'].includes(move);
    const wasComing = this.coming.has(rowId);
    if (move === 'announce') this.coming.add(rowId);
    if (isLast) this.coming.delete(rowId);
    const isFirst = move === 'receive' && from !== 'receiving';
    const goods: { pile: Place['pile']; from: string; qty: number }[] = [];
    for (const line of lines) {
      const place = placeOf(walk, line.warehouseId, line.skuId);
      if (!place) continue;
      walk.touch(place);
      if (move === 'announce') place.pile.inTransit += line.qty;
      if (isLast && wasComing) place.pile.inTransit -= line.qty;
      if (!isFirst) continue;
      walk.stock.arrive(place.pile, 'good', [typed(line.qty, costOf(place, line))], line.id);
      goods.push({ pile: place.pile, from: line.id, qty: line.qty });
    }
    const [first] = lines;
    if (first && isFirst) walk.receipts.push({ id: rowId, warehouseId: first.warehouseId, goods });
    if (walk.receipts.length > 40) walk.receipts.shift();
  }

  /** A cost is spread over what is left of the goods, or taken back from it. */
  #landed(walk: Walk, id: string, move: string): void {
    const cost = this.#costs.get(id);
    const goods = this.#came.get(cost?.receiptId ?? '') ?? [];
    if (!cost || (move !== 'post' && move !== 'reverse')) return;
    if (move === 'post') walk.stock.land(id, cost.total, goods);
    else walk.stock.unland(id);
    walk.touch(...walk.places.filter(({ pile }) => goods.some((one) => one.pile === pile)));
  }

  #transfer(walk: Walk, lines: readonly Goods[], move: string, before: string): void {
    for (const { id, warehouseId, toWarehouseId, skuId, qty } of lines) {
      const from = placeOf(walk, warehouseId, skuId);
      const to = placeOf(walk, toWarehouseId, skuId);
      if (!from || !to) continue;
      walk.touch(from, to);
      if (move === 'confirm') {
        from.pile.reserved += qty;
        this.promised.set(id, qty);
      }
      const isPromised = this.promised.has(id);
      if (isPromised && (move === 'send' || (move === 'cancel' && before === 'approved'))) {
        from.pile.reserved -= qty;
        this.promised.delete(id);
      }
      if (move === 'send') {
        to.pile.inTransit += qty;
        const shares = walk.stock.leave(from.pile, 'good', qty);
        walk.stock.transit.set(id, { to: to.pile, shares });
      }
      const open = walk.stock.transit.get(id);
      if (!open || (move !== 'receive' && move !== 'writeOff')) continue;
      to.pile.inTransit -= qty;
      if (move === 'receive') walk.stock.arrive(to.pile, 'good', passed(open.shares), id);
      walk.stock.transit.delete(id);
    }
  }
}

const placeOf = (walk: Walk, warehouseId: string | null, skuId: string): Place | undefined =>
  walk.places.find((place) => place.warehouseId === warehouseId && place.skuId === skuId);

const costOf = ({ pile }: Place, { unitCost }: Goods): bigint =>
  unitCost === null ? (pile.lastPaid ?? pile.standardCost ?? 0n) : (parseDecimal(unitCost, PRICE_SCALE) ?? 0n);

/** What comes, comes first. */
function adjustment(walk: Walk, lines: readonly Goods[]): void {
  for (const isMore of [true, false])
    for (const line of lines) {
      const { id, warehouseId, skuId, qty, condition } = line;
      const place = placeOf(walk, warehouseId, skuId);
      if (!place || qty > 0 !== isMore) continue;
      walk.touch(place);
      if (isMore) walk.stock.arrive(place.pile, condition, [typed(qty, costOf(place, line))], id);
      else walk.stock.leave(place.pile, condition, -qty);
    }
}

function stateChange(walk: Walk, lines: readonly Goods[]): void {
  for (const { warehouseId, skuId, qty, condition, toCondition, kind } of lines) {
    const place = placeOf(walk, warehouseId, skuId);
    if (!place) continue;
    walk.touch(place);
    if (kind === 'freeze') place.pile.frozen[condition] += qty;
    else if (kind === 'unfreeze') place.pile.frozen[condition] -= qty;
    else if (toCondition) {
      place.pile.onHand[condition] -= qty;
      place.pile.onHand[toCondition] += qty;
    }
  }
}
