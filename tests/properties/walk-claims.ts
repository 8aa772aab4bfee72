import { expect } from 'vitest';
import { formatDecimal, parseDecimal } from '#kit/model/money.ts';
import { send } from '#tests/attacks/upload-scene.ts';
import { png } from '#tests/harness/pictures.ts';
import type { PlainClaim } from './plain-claims.ts';
import type { Doc } from './walk-law.ts';
import type { Seen } from './walk-orders.ts';
import { rowsOf } from './walk-reader.ts';
import { RETURN } from './walk-returns.ts';
import type { World } from './walk-world.ts';

/** Claims on carriers and suppliers: how they begin, what is answered, and what they say was paid. */

const CLAIM = 'aftersales:claim';
const STORED = rowsOf(`
  select c.id, c.party, c.total::text, concat_ws(' ', c.total, c.paid_total, c.waived_total) as shown,
    (coalesce(c.other_amount, 0) + coalesce((select sum(round(l.qty * l.unit_price, 2) * 100) from claim_line l
      where l.tenant_id = c.tenant_id and l.claim_id = c.id), 0))::bigint::text as asked
  from claim c where c.tenant_id = 1 and c.id = any($1::uuid[])`);

interface StoredClaim {
  id: string;
  party: string;
  total: string;
  shown: string;
  asked: string;
}

const paidOf = ({ paid }: PlainClaim): bigint => paid.reduce((sum, { amount }) => sum + amount, 0n);
const openOf = (claim: PlainClaim): bigint => claim.total - paidOf(claim) - claim.waived;

/** Carries out what happened to claims, and compares what is stored of them. */
export async function claimsMoved(world: World, seen: Seen): Promise<void> {
  const { walk, claims, asked } = world;
  const own = seen.rows.filter(({ key }) => key === CLAIM);
  if (own.length === 0) return;
  const stored = await walk.ask<StoredClaim[]>(STORED, [own.map(({ rowId }) => rowId)]);
  for (const { rowId, from, move, to } of own) {
    const row = stored.find(({ id }) => id === rowId);
    if (from === null) {
      expect(row?.total, `${walk.at}: total of its lines`).toBe(row?.asked);
      claims.set(rowId, {
        total: BigInt(row?.total ?? 0),
        paid: [],
        waived: 0n,
        ofSupplier: row?.party === 'supplier',
      });
    }
    const claim = claims.get(rowId);
    if (!claim) throw new Error(`${walk.at}: a claim that nobody began`);
    const given = asked?.id === rowId ? asked.answers : {};
    if (move === 'pay') {
      const typed = typeof given['amount'] === 'string' ? parseDecimal(given['amount'], 2) : null;
      const amount = typed ?? openOf(claim);
      expect(amount > 0n && amount <= openOf(claim), `${walk.at}: paid ${amount}`).toBe(true);
      claim.paid.push({ amount, isOffset: given['way'] === 'offset' });
    }
    if (move === 'waive') claim.waived = openOf(claim);
    // The latest payment alone, and with it that the rest was given up (M-11).
    if (move === 'unpay') {
      claim.paid.pop();
      claim.waived = 0n;
    }
    if (['pay', 'unpay', 'waive'].includes(move))
      expect(to, `${walk.at}: open ${openOf(claim)}`).toBe(
        openOf(claim) === 0n ? 'paid' : claim.paid.length > 0 ? 'part_paid' : 'submitted',
      );
    expect(row?.shown, `${walk.at}: claim`).toBe(`${claim.total} ${paidOf(claim)} ${claim.waived}`);
  }
}

/** What was paid altogether, and how much of it by owing a supplier less. */
export function claimsPaid({ claims }: World): { all: bigint; offset: bigint } {
  const paid = [...claims.values()].flatMap(({ paid: some, ofSupplier }) =>
    some.map((one) => ({ ...one, isOwed: one.isOffset && ofSupplier })),
  );
  const sum = (some: typeof paid): bigint => some.reduce((all, { amount }) => all + amount, 0n);
  return { all: sum(paid), offset: sum(paid.filter(({ isOwed }) => isOwed)) };
}

let photos = 0;

/** A photo proves one claim. @returns its address */
async function photo({ walk: { scene, admin } }: World): Promise<string> {
  return String((await send(scene, admin, png(60, 40, ++photos))).message);
}

/** With its photo, or drafted from a parcel or a return. */
async function claim(world: World): Promise<boolean> {
  const { walk, followed } = world;
  const latest = (key: string, states: readonly string[]): Doc | undefined =>
    walk.pick((followed.byKey.get(key) ?? []).slice(-80).filter(({ state }) => states.includes(state)));
  const dice = walk.below(6);
  const [shipmentId, returnId] = [
    dice === 0 ? latest('fulfilment:shipment', ['shipped', 'delivered', 'lost'])?.id : undefined,
    dice === 1 ? latest(RETURN, ['inspected', 'disposed', 'credited'])?.id : undefined,
  ];
  if (shipmentId) return world.call('/aftersales/claim/ofShipment', { shipmentId });
  const isSupplier = walk.below(2) === 0;
  const supplier = isSupplier ? { supplierId: world.supplierId } : {};
  const party = isSupplier ? 'supplier' : 'carrier';
  if (returnId) return world.call('/aftersales/claim/ofReturn', { returnId, party, ...supplier });
  const { warehouseId, skuId } = walk.place();
  return world.call('/aftersales/claim/add', {
    party,
    ...supplier,
    ...(isSupplier ? {} : { carrierCode: 'FEDEX' }),
    cause: 'damaged',
    currency: 'USD',
    warehouseId,
    incidentOn: '2026-01-05',
    evidence: await photo(world),
    otherAmount: formatDecimal(BigInt(walk.below(500)), 2),
    lines: [{ skuId, qty: 1 + walk.below(3), unitPrice: formatDecimal(BigInt(walk.below(90_000)), 4) }],
  });
}

export const CLAIM_BIRTHS = { claim: { weight: 2, take: claim } } as const;

export const CLAIM_ANSWERS: Readonly<Record<string, (world: World, doc: Doc) => Record<string, unknown>>> = {
  pay: ({ walk, claims }, { id }) => {
    const one = claims.get(id);
    const some = BigInt(1 + walk.below(Number(one ? openOf(one) : 0n) + 5));
    return {
      way: walk.pick(['cash', 'offset']),
      ...(walk.below(3) === 0 ? {} : { amount: formatDecimal(some, 2) }),
    };
  },
};
