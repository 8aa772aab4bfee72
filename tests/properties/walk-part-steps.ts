import { newId } from '#kit/server/database.ts';
import { addDays } from '#kit/model/time.ts';
import { breachDueParts } from '#modules/aftersales/server/parts/breach-parts.ts';
import { look } from '#tests/channels/shop.ts';
import type { Client } from '#tests/harness/app.ts';
import { ADDRESS, firstOf, must } from '#tests/lifecycles/one-of-each.ts';
import type { PartLine, Piece } from './plain-parts.ts';
import type { Doc } from './walk-law.ts';
import { PART } from './walk-parts.ts';
import { sentOrder } from './walk-return-steps.ts';
import type { World } from './walk-world.ts';

/** How part orders of a walk begin, what is answered to their questions, and steps that are no move of one. */

const PIECES = [
  // Of the first product everything that is kept has a cost; what is in its second carton has one alone.
  { of: 0, perUnit: 4, cartonNo: 1, isHarvestable: true, standardCost: '0.3100' },
  { of: 0, perUnit: 1, cartonNo: 2, isHarvestable: true, standardCost: '1.7500' },
  { of: 0, perUnit: 1, cartonNo: 1, isHarvestable: false, standardCost: null },
  // Of the second nobody knows what its parts cost.
  { of: 1, perUnit: 2, cartonNo: 1, isHarvestable: true, standardCost: null },
  { of: 1, perUnit: 1, cartonNo: 2, isHarvestable: false, standardCost: null },
];

/** Gives two products parts, some of which may be taken out of whole units. */
export async function addPieces(admin: Client, parents: readonly string[]): Promise<Piece[]> {
  const { id: productId } = await firstOf<{ id: string }>(admin, '/catalog/product/list');
  const pieces: Piece[] = [];
  for (const [at, { of, standardCost, ...piece }] of PIECES.entries()) {
    const { id } = await must(
      admin.post<{ id: string }>('/catalog/sku/add', {
        skuCode: `WALK-PART-${at}`,
        name: `WALK-PART-${at}`,
        productId,
        type: 'part',
        ...(standardCost ? { standardCost } : {}),
      }),
    );
    const parentSkuId = parents[of] as string;
    const { perUnit: qtyPerUnit, cartonNo, isHarvestable } = piece;
    await must(
      admin.post('/catalog/skuPart/add', {
        parentSkuId,
        partSkuId: id,
        ordinal: at + 1,
        qtyPerUnit,
        cartonNo,
        isHarvestable,
      }),
    );
    pieces.push({
      ...piece,
      parentSkuId,
      partSkuId: id,
      standardCost: standardCost === null ? null : BigInt(standardCost.replace('.', '')),
    });
  }
  return pieces;
}

/** For an order that was sent, or for somebody who writes. */
async function request(world: World): Promise<boolean> {
  const { walk, pieces } = world;
  const some = Array.from({ length: 1 + walk.below(2) }, () => walk.pick(pieces) as Piece);
  const [sold] = walk.below(2) === 0 ? sentOrder(world) : [];
  const to = sold ? { orderId: sold.orderId } : ADDRESS;
  return world.call('/aftersales/partOrder/add', {
    accountId: walk.scene.seller.accountId,
    warehouseId: walk.place().warehouseId,
    ...to,
    lines: [...new Set(some)].map(({ parentSkuId, partSkuId }) => ({
      parentSkuId,
      qty: 1 + walk.below(3),
      cause: 'damaged',
      ...(walk.below(8) === 0 ? { description: 'walk' } : { partSkuId }),
    })),
  });
}

/** Those of one address leave together. */
async function together(world: World): Promise<boolean> {
  const { walk, followed } = world;
  const all = (followed.byKey.get(PART) ?? []).slice(-60);
  const ready = all.filter(({ state }) => ['confirmed', 'breached'].includes(state));
  const ids = ready.slice(-2 - walk.below(2)).map(({ id }) => id);
  return world.call('/aftersales/partOrder/shipTogether', {
    ids,
    carrier: 'FedEx',
    trackingNo: newId().slice(9, 30),
  });
}

/** The deadline of one has passed. */
async function beLate({ walk, followed }: World): Promise<boolean> {
  const { scene } = walk;
  const all = (followed.byKey.get(PART) ?? []).slice(-60);
  const doc = walk.pick(all.filter(({ state }) => ['new', 'confirmed'].includes(state)));
  if (!doc) return false;
  const past = new Date(scene.now().getTime() - 1);
  await look(
    scene,
    (tx) => tx.run`update part_order set due_at = ${past}
      where tenant_id = ${tx.tenant} and id = ${doc.id}::uuid`,
  );
  await breachDueParts(scene.app.db, scene.now());
  return true;
}

export const PART_BIRTHS = { partOrder: { weight: 4, take: request } } as const;
export const PART_SIDE = {
  together: { weight: 1, take: together },
  beLate: { weight: 1, take: beLate },
} as const;

type Answers = Record<string, unknown>;

/** Each line from anywhere, most often from the warehouse of the document. */
function sources(world: World, { id }: Doc, least: number): Answers {
  const { walk, parts } = world;
  const choice = (line: PartLine): object => ({
    lineId: line.id,
    cartonNo: 1 + walk.below(2),
    source: walk.pick(['partStock', 'harvest', 'harvest', 'fullCarton', 'purchase']),
    ...(walk.below(3) === 0 ? { warehouseId: walk.place().warehouseId } : {}),
  });
  const lines = parts.docs.get(id)?.lines ?? [];
  const some = walk.below(3) === 0 ? lines.slice(0, least) : lines;
  return some.length === 0 ? {} : { lines: JSON.stringify(some.map(choice)) };
}

export const PART_ANSWERS: Readonly<Record<string, (world: World, doc: Doc) => Answers>> = {
  confirm: (world, doc) => ({ lines: null, ...sources(world, doc, 0) }),
  changeSource: (world, doc) => sources(world, doc, 1),
  extend: ({ parts }, { id }) => ({
    extendedTo: addDays((parts.docs.get(id)?.shipBy ?? '2026-12-01').slice(0, 10), 2),
  }),
  ship: () => ({ carrier: 'FedEx', trackingNo: newId().slice(9, 30) }),
};
