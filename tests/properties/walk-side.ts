import { newId } from '#kit/server/database.ts';
import type { Doc } from './walk-law.ts';
import { leadOn, someDoc } from './walk-answers.ts';
import { PART_SIDE } from './walk-part-steps.ts';
import { buyReturnLabel, RETURN_SIDE } from './walk-return-steps.ts';
import type { World } from './walk-world.ts';

/** Steps that are no move of one document: joining, waves and their picks, hand-over lists, money that comes in. */

const latest = ({ walk, followed }: World, key: string, states: readonly string[]): Doc[] =>
  (followed.byKey.get(key) ?? [])
    .slice(-60)
    .filter((doc) => doc.isOwn && (walk.below(12) === 0 || states.includes(doc.state)));

/** What brings an order to where it may leave with another. */
const NEXT: Readonly<Record<string, string>> = {
  draft: 'submit',
  new: 'accept',
};

/** Orders of one house, now and then of any; who lags behind is led on first. */
async function join(world: World): Promise<boolean> {
  const states = [...Object.keys(NEXT), 'ready', 'processing'];
  const found = latest(world, 'orders:salesOrder', states);
  const houses = Map.groupBy(found, ({ id }) => world.orders.houses.get(id) ?? 0);
  const pairs = [...houses.values()].filter((orders) => orders.length > 1);
  const orders = (world.walk.below(8) > 0 ? world.walk.pick(pairs) : found) ?? [];
  if (orders.length < 2) return false;
  const behind = orders.find(({ state }) => state in NEXT);
  if (behind) return leadOn(world, behind, NEXT[behind.state] ?? '');
  return world.call('/fulfilment/shipment/join', { ids: orders.map(({ id }) => id) });
}

async function makeWave(world: World): Promise<boolean> {
  const found = latest(world, 'fulfilment:shipment', ['draft']);
  const ids = found.slice(-1 - world.walk.below(3)).map(({ id }) => id);
  if (ids.length === 0) return false;
  const kind = world.walk.pick(['single', 'multi', 'each']);
  return world.call('/fulfilment/wave/make', { ids, kind });
}

const ofWave =
  (action: string, more: object = {}) =>
  async (world: World): Promise<boolean> => {
    const doc = world.walk.pick(latest(world, 'fulfilment:wave', ['picking', 'picked']));
    if (!doc) return false;
    const answers = { seq: 1 + world.walk.below(3), qty: 1 + world.walk.below(3), action: newId() };
    return world.call(`/fulfilment/wave/${doc.id}/${action}`, { ...answers, ...more });
  };

/** Most lists are those of the own truck, whose boxes have their numbers at once. */
const openHandover = (world: World): Promise<boolean> =>
  world.call('/fulfilment/handover/open', {
    warehouseId: world.walk.place().warehouseId,
    shipMethodId: world.walk.below(3) > 0 ? world.methods[0] : world.walk.pick(world.methods),
  });

/** What waits for the driver is put on a list, and now and then leaves with it. */
async function handOver(world: World): Promise<boolean> {
  const doc = someDoc(world, 'fulfilment:handover');
  const path = `/fulfilment/handover/${doc?.id ?? ''}`;
  if (!doc || !(await world.call(`${path}/collect`, {}))) return false;
  const signed = { driver: 'Joe', signedBy: 'Joe' };
  return world.walk.below(3) === 0 || world.call(`${path}/handOver`, signed);
}

async function topUp(world: World): Promise<boolean> {
  const cents = 100 + world.walk.below(3_000);
  const isDone = await world.call('/ledger/walletCredit', {
    forTenant: 1,
    amount: (cents / 100).toFixed(2),
    currency: 'USD',
    reference: newId(),
    reason: 'walk',
  });
  if (isDone) world.credited += BigInt(cents);
  return isDone;
}

export const SIDE = {
  join: { weight: 12, take: join },
  makeWave: { weight: 3, take: makeWave },
  pick: { weight: 12, take: ofWave('pick') },
  short: { weight: 1, take: ofWave('short', { reason: 'walk' }) },
  found: { weight: 1, take: ofWave('found') },
  undo: { weight: 1, take: ofWave('undo') },
  openHandover: { weight: 3, take: openHandover },
  handOver: { weight: 9, take: handOver },
  topUp: { weight: 2, take: topUp },
  buyReturnLabel: { weight: 4, take: buyReturnLabel },
  ...RETURN_SIDE,
  ...PART_SIDE,
} as const;
