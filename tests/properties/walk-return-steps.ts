import { formatDecimal } from '#kit/model/money.ts';
import { newId } from '#kit/server/database.ts';
import { enqueueExpiry } from '#modules/aftersales/server/returns/expire-returns.ts';
import { look } from '#tests/channels/shop.ts';
import type { PlainLine } from './plain-orders.ts';
import type { PlainReturn, ReturnLine } from './plain-returns.ts';
import type { Doc } from './walk-law.ts';
import { RETURN } from './walk-returns.ts';
import type { World } from './walk-world.ts';

/** How returns of a walk begin, what is answered to their questions, and steps that are no move of one. */

const SENT = ['shipped', 'delivered', 'completed', 'partial'];

/** An order of which something left, of the latest. */
export function sentOrder({ walk, followed, orders }: World): PlainLine[] {
  const all = followed.byKey.get('orders:salesOrder') ?? [];
  const sent = all.slice(-250).filter(({ state }) => SENT.includes(state));
  return orders.of(walk.pick(sent)?.id ?? '').filter(({ shipped }) => shipped > 0);
}

/** Now and then more than was sent. */
async function ofOrder(world: World): Promise<boolean> {
  const { walk } = world;
  const lines = sentOrder(world);
  const [first] = lines;
  if (!first) return false;
  const type = walk.pick(['return', 'return', 'return', 'exchange', 'refundOnly']);
  return world.call('/aftersales/returnOrder/add', {
    type,
    orderId: first.orderId,
    reasonId: world.reasonId,
    returnLabelBy: walk.pick(['buyer', 'seller', 'seller']),
    ...(walk.below(4) === 0 ? { warehouseId: walk.place().warehouseId } : {}),
    lines: lines.map((line) => ({
      orderLineId: line.id,
      skuId: line.skuId,
      qtyRequested: 1 + walk.below(line.shipped),
      ...(walk.below(5) === 0 ? { outcome: walk.pick(['refund', 'replace', 'none']) } : {}),
      ...(walk.below(4) === 0 ? { unitCredit: formatDecimal(BigInt(walk.below(9_000)), 2) } : {}),
    })),
  });
}

/** Typed, or as somebody at the desk holds them in their hands. */
function unordered(world: World): Promise<boolean> {
  const { walk } = world;
  const { warehouseId, skuId } = walk.place();
  const qty = 1 + walk.below(3);
  if (walk.below(3) === 0)
    return world.call('/aftersales/returnDesk/unordered', {
      warehouseId,
      accountId: walk.scene.seller.accountId,
      lines: [{ skuId, qty }],
    });
  return world.call('/aftersales/returnOrder/add', {
    type: 'unordered',
    warehouseId,
    reasonId: world.reasonId,
    accountId: walk.scene.seller.accountId,
    lines: [{ skuId, qtyRequested: qty }],
  });
}

/** Goods of a return that is awaited are counted at the desk and taken in, strangers with them. */
async function atDesk(world: World): Promise<boolean> {
  const { walk, followed, returns } = world;
  const coming = (followed.byKey.get(RETURN) ?? [])
    .slice(-60)
    .filter(({ state }) => walk.below(20) === 0 || ['approved', 'receiving'].includes(state));
  const doc = returns.docs.get(walk.pick(coming)?.id ?? '');
  if (!doc) return false;
  const step = (what: object): Promise<boolean> =>
    world.call('/aftersales/returnDesk/step', { ids: [doc.id], step: what });
  if (walk.below(5) === 0) return step({ kind: 'finish', returnId: doc.id });
  const counted = new Map<string, number>();
  for (const line of doc.lines) {
    const by = 1 + walk.below(Math.max(1, line.requested));
    const reason = walk.below(2) === 0 ? { reason: 'walk' } : {};
    if (await step({ kind: 'count', lineId: line.id, by, ...reason })) counted.set(line.id, by);
  }
  if (walk.below(4) === 0) {
    const { skuId } = walk.place();
    await step({ kind: 'stranger', returnId: doc.id, skuId, by: 1 });
  }
  const before = world.desk.get(doc.id) ?? new Map<string, number>();
  for (const [id, by] of before) counted.set(id, by + (counted.get(id) ?? 0));
  world.desk.set(doc.id, counted);
  return step({ kind: 'receive' });
}

/** What a person gives up beyond a limit waits for another. */
async function disposeAlone(world: World): Promise<boolean> {
  const { walk, followed } = world;
  const all = (followed.byKey.get(RETURN) ?? []).slice(-60);
  const doc = walk.pick(all.filter(({ state }) => state === 'inspected'));
  if (!doc) return false;
  return world.asks(doc, 'dispose', RETURN_ANSWERS['dispose']?.(world, doc) ?? {});
}

let hours = 0;

/** The day of one that is awaited has passed. */
async function expire({ walk, followed }: World): Promise<boolean> {
  const { scene } = walk;
  const all = (followed.byKey.get(RETURN) ?? []).slice(-60);
  const doc = walk.pick(all.filter(({ state }) => state === 'approved'));
  if (!doc) return false;
  const past = new Date(scene.now().getTime() - 1);
  await look(
    scene,
    (tx) => tx.run`update return_order set due_at = ${past}
      where tenant_id = ${tx.tenant} and id = ${doc.id}::uuid`,
  );
  // Once in an hour, whoever asks.
  await enqueueExpiry(scene.app.db, new Date(scene.now().getTime() + ++hours * 3_600_000));
  return true;
}

export const RETURN_BIRTHS = {
  return: { weight: 8, take: ofOrder },
  unordered: { weight: 1, take: unordered },
} as const;

export const RETURN_SIDE = {
  atDesk: { weight: 4, take: atDesk },
  disposeAlone: { weight: 6, take: disposeAlone },
  expire: { weight: 1, take: expire },
} as const;

type Answers = Record<string, unknown>;
const lined = (rows: readonly object[]): Answers => (rows.length === 0 ? {} : { lines: JSON.stringify(rows) });

/** Answers about the lines of a return; now and then nobody says anything. */
const aboutLines =
  (say: (world: World, line: ReturnLine, doc: PlainReturn) => object[]) =>
  (world: World, { id }: Doc): Answers => {
    const doc = world.returns.docs.get(id);
    if (!doc || world.walk.below(3) === 0) return {};
    return lined(doc.lines.flatMap((line) => say(world, line, doc)));
  };

export const RETURN_ANSWERS: Readonly<Record<string, (world: World, doc: Doc) => Answers>> = {
  approve: ({ walk }) => (walk.below(4) === 0 ? { warehouseId: walk.place().warehouseId } : {}),
  receive: (world, doc) => ({
    ...aboutLines(({ walk }, { id, requested, received }) => {
      const qty = walk.below(Math.max(0, requested - received) + 2);
      return qty > 0 ? [{ lineId: id, qty }] : [];
    })(world, doc),
    ...(world.walk.below(3) > 0 ? { overReason: 'walk' } : {}),
  }),
  inspect: aboutLines(({ walk }, { id, received }) => {
    const good = walk.below(received + 1);
    const damaged = walk.below(received - good + 1);
    const wrong = received - good - damaged + (walk.below(12) === 0 ? 1 : 0);
    const outcome = walk.below(5) === 0 ? { outcome: walk.pick(['refund', 'reject']) } : {};
    return [{ lineId: id, good, damaged, wrong, ...outcome }];
  }),
  dispose: aboutLines(({ walk }, { id, received, requested, good, damaged }, { type }) => [
    {
      lineId: id,
      disposition:
        received === 0 ? 'keepByBuyer' : walk.pick(['restock', 'restock', 'scrap', 'donate', 'returnToSupplier']),
      damagedDisposition: walk.pick(['refurb', 'refurb', 'scrap', 'donate', 'returnToSupplier']),
      // What never came, or is none of ours, may be credited all the same, for a reason.
      ...(type === 'return' && received > 0 && walk.below(4) === 0
        ? { accepted: walk.below(Math.max(0, requested - good - damaged) + 1) }
        : {}),
      acceptReason: 'walk',
    },
  ]),
  refurbish: aboutLines(({ walk }, { id, refurbOpen }) => {
    const good = walk.below(refurbOpen + 1);
    const scrapped = walk.below(refurbOpen - good + 1);
    return refurbOpen > 0 ? [{ lineId: id, good, scrapped }] : [];
  }),
  credit: aboutLines(({ walk }, { id, requested }) => [
    { lineId: id, amount: formatDecimal(BigInt(walk.below(7_000 * requested)), 2) },
  ]),
};

/** A label for the goods of a return that is awaited. */
export async function buyReturnLabel(world: World): Promise<boolean> {
  const { walk, followed } = world;
  const all = (followed.byKey.get(RETURN) ?? []).slice(-60);
  const doc = walk.pick(all.filter(({ state }) => walk.below(10) === 0 || state === 'approved'));
  if (!doc) return false;
  return world.call('/aftersales/returnLabel/buy', {
    returnId: doc.id, // The truck has no carrier to buy of.
    shipMethodId: walk.pick(walk.below(8) > 0 ? world.methods.slice(1) : world.methods),
  });
}

/** A document number that nobody else has. */
export const unique = (): string => newId().slice(9, 30);
