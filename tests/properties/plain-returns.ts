import { expect } from 'vitest';
import type { PlainLine, PlainOrders } from './plain-orders.ts';
import { amountOf, halfUp, sumOf, unitOf, type Pile, type PlainStock } from './plain-stock.ts';

/** Returns as domain.md describes them (§2.5, §3.3, §5, O-08, I-08), without a database. */

/** A line of a return: what was typed, what came, and what became of it. */
export interface ReturnLine {
  id: string;
  orderLineId: string | null;
  skuId: string;
  requested: number;
  outcome: string | null;
  /** In 1/10000. */
  unitCredit: bigint;
  received: number;
  good: number;
  damaged: number;
  wrong: number;
  missing: number;
  /** Of the wrong ones, those that still lie in quarantine. */
  wrongOpen: number;
  /** Units that are credited though they are not here. */
  accepted: number;
  refurbOpen: number;
  disposition: string | null;
  damagedDisposition: string | null;
  /** Minor units, as all amounts. */
  credited: bigint;
  /** Units of it that are ours, and what they came back with. */
  kept: number;
  value: bigint;
}

export interface PlainReturn {
  id: string;
  type: string;
  orderId: string | null;
  warehouseId: string | null;
  lines: ReturnLine[];
  recovered: bigint;
  lost: bigint;
}

export interface Judged {
  good: number;
  damaged: number;
  wrong: number;
}

/** What leaves for good by each disposition, and the account that bears it. */
export const LEAVING: Readonly<Record<string, string>> = {
  scrap: 'loss:scrap',
  donate: 'loss:donation',
  returnToSupplier: 'claims:supplier',
};
/** While one of these, its order is 退货中. */
const OPEN = new Set(['approved', 'receiving', 'received', 'inspected']);
/** Units of a return in these are promised to come. */
const COMING = new Set(['approved', 'receiving']);
const CLAIMING = new Set([...OPEN, 'disposed', 'credited', 'closed']);

export class PlainReturns {
  readonly docs = new Map<string, PlainReturn>();
  readonly notes = new Map<string, { returnId: string; amounts: ReadonlyMap<string, bigint> }>();
  /** Posted to accounts so far, debit above zero. */
  readonly posted = new Map<string, bigint>();
  readonly #stock: PlainStock;
  readonly #orders: PlainOrders;

  constructor(stock: PlainStock, orders: PlainOrders) {
    this.#stock = stock;
    this.#orders = orders;
  }

  #sent({ orderLineId }: Pick<ReturnLine, 'orderLineId'>): PlainLine | undefined {
    return orderLineId === null ? undefined : this.#orders.lines.get(orderLineId);
  }

  #post(account: string, amount: bigint): void {
    this.posted.set(account, (this.posted.get(account) ?? 0n) + amount);
  }

  /** Goods come into quarantine, worth what they left with; what was never sold, what the last ones cost. */
  receive(doc: PlainReturn, line: ReturnLine, pile: Pile, qty: number): void {
    const sent = this.#sent(line);
    const worth = (units: number): bigint => (sent ? halfUp(sent.cost * BigInt(units), BigInt(sent.shipped)) : 0n);
    const value = sent
      ? worth(sent.returned + qty) - worth(sent.returned)
      : amountOf(qty, pile.lastPaid ?? pile.standardCost ?? 0n);
    this.#stock.arrive(pile, 'quarantine', [{ qty, value, unit: unitOf({ qty, value }) }], `return ${line.id}`);
    line.received += qty;
    line.kept += qty;
    line.value += value;
    doc.recovered += value;
    if (sent) sent.returned += qty;
  }

  /** Each unit that came is good, damaged, or none of ours, which waits in quarantine for the disposal. */
  inspect(line: ReturnLine, pile: Pile | undefined, { good, damaged, wrong }: Judged): void {
    Object.assign(line, { good, damaged, wrong });
    if (!pile) return;
    pile.onHand.quarantine -= damaged;
    pile.onHand.damaged += damaged;
    line.wrongOpen = wrong;
    const sent = this.#sent(line);
    if (sent) sent.returned -= wrong;
  }

  /** What would be given up, at what it came back with, and credited for units that are not here. */
  givenUp({ lines }: PlainReturn): bigint {
    return lines.reduce((sum, { disposition, damagedDisposition, ...line }) => {
      const units =
        (disposition && LEAVING[disposition] ? line.good : 0) +
        (damagedDisposition && LEAVING[damagedDisposition] ? line.damaged : 0) +
        line.wrongOpen;
      const goods = units === 0 ? 0n : halfUp(line.value * BigInt(units), BigInt(line.kept));
      return sum + goods + this.#charged(line, line.accepted);
    }, 0n);
  }

  /** What the buyer was charged for units of a line, rounded up. */
  #charged(line: Pick<ReturnLine, 'orderLineId'>, units: number): bigint {
    const sent = this.#sent(line);
    if (!sent || units === 0 || sent.shipped === 0) return 0n;
    const [shipped, all] = [BigInt(sent.shipped), BigInt(sent.qty - sent.cancelled)];
    const charged = shipped === all ? sent.net : halfUp(sent.net * shipped, all);
    return (charged * BigInt(units) + shipped - 1n) / shipped;
  }

  /** Good units go back on the shelf or leave; damaged ones wait to be mended or leave (I-08); wrong ones leave. */
  dispose(doc: PlainReturn, line: ReturnLine, pile: Pile | undefined): void {
    const { good, damaged, disposition, damagedDisposition } = line;
    if (damagedDisposition === 'refurb') line.refurbOpen = damaged;
    if (!pile) return;
    if (disposition === 'restock') {
      pile.onHand.quarantine -= good;
      pile.onHand.good += good;
    } else this.#giveUp(doc, pile, { condition: 'quarantine', qty: good, why: disposition });
    this.#giveUp(doc, pile, { condition: 'damaged', qty: damaged, why: damagedDisposition });
    if (line.wrongOpen === 0) return;
    doc.recovered -= sumOf(this.#stock.leave(pile, 'quarantine', line.wrongOpen));
    line.value -= halfUp(line.value * BigInt(line.wrongOpen), BigInt(line.kept));
    line.kept -= line.wrongOpen;
    line.wrongOpen = 0;
  }

  #giveUp(
    doc: PlainReturn,
    pile: Pile,
    { condition, qty, why }: { condition: 'quarantine' | 'damaged'; qty: number; why: string | null },
  ): void {
    const account = LEAVING[why ?? ''];
    if (!account || qty === 0) return;
    const cost = sumOf(this.#stock.leave(pile, condition, qty));
    this.#post(account, cost);
    if (why !== 'returnToSupplier') doc.lost += cost;
  }

  refurbish(doc: PlainReturn, line: ReturnLine, pile: Pile, good: number, scrapped: number): void {
    line.refurbOpen -= good + scrapped;
    pile.onHand.damaged -= good;
    pile.onHand.good += good;
    this.#giveUp(doc, pile, { condition: 'damaged', qty: scrapped, why: 'scrap' });
  }

  /** Units that the buyer is owed for. */
  owed({ type }: PlainReturn, { requested, good, damaged, accepted }: ReturnLine): number {
    return type === 'refundOnly' ? requested : good + damaged + accepted;
  }

  /** What is credited where nobody says otherwise. */
  usualCredit(doc: PlainReturn): Map<string, bigint> {
    return new Map(
      doc.lines
        .filter(({ outcome }) => outcome === 'refund')
        .map((line) => [line.id, amountOf(this.owed(doc, line), line.unitCredit)]),
    );
  }

  credit(doc: PlainReturn, amounts: ReadonlyMap<string, bigint>, sign: 1n | -1n): void {
    for (const line of doc.lines) line.credited += sign * (amounts.get(line.id) ?? 0n);
  }

  /** Never more comes back than was sent, and never more money than was asked (O-08). */
  judge(orderId: string, stateOf: (id: string) => string, at: string): void {
    const own = [...this.docs.values()].filter((doc) => doc.orderId === orderId);
    for (const sent of this.#orders.of(orderId)) {
      const lines = own.flatMap((doc) =>
        doc.lines
          .filter(({ orderLineId }) => orderLineId === sent.id)
          .map((line) => ({ doc, line, state: stateOf(doc.id) })),
      );
      const claimed = lines.reduce((sum, { doc, line, state }) => sum + claimedOf(doc.type, line, state), 0);
      const what = `${at}: line ${sent.id} of ${sent.shipped} shipped`;
      expect(sent.returned, `${what}: returned`).toBeLessThanOrEqual(sent.shipped);
      expect(claimed, `${what}: promised to come back`).toBeLessThanOrEqual(sent.shipped);
      const credited = lines.reduce((sum, { line }) => sum + line.credited, 0n);
      const most = BigInt(Math.max(1, sent.qty - sent.cancelled));
      const charged = (sent.net * BigInt(sent.shipped) + most - 1n) / most + 1n;
      expect(credited <= (sent.net < charged ? sent.net : charged), `${what}: ${credited}`).toBe(true);
    }
  }

  /** What an order shows of its returns. */
  shownOf(orderId: string, stateOf: (id: string) => string): string {
    const own = [...this.docs.values()].filter((doc) => doc.orderId === orderId);
    if (own.some(({ id }) => OPEN.has(stateOf(id)))) return 'returning';
    const lines = this.#orders.of(orderId);
    const returned = lines.reduce((sum, line) => sum + line.returned, 0);
    const shipped = lines.reduce((sum, line) => sum + line.shipped, 0);
    return returned === 0 ? 'none' : returned < shipped ? 'partial' : 'full';
  }
}

/** Units that a return keeps others from asking for. */
function claimedOf(type: string, line: ReturnLine, state: string): number {
  if (!CLAIMING.has(state)) return 0;
  if (type === 'refundOnly') return line.requested;
  if (COMING.has(state)) return Math.max(line.requested, line.received);
  return line.received - line.wrong + line.accepted;
}
