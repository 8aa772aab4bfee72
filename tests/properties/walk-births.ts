import { formatDecimal } from '#kit/model/money.ts';
import { newId } from '#kit/server/database.ts';
import { ADDRESS } from '#tests/lifecycles/one-of-each.ts';
import { CHANNEL_SKUS } from './walk-names.ts';
import { CLAIM_BIRTHS } from './walk-claims.ts';
import { PART_BIRTHS } from './walk-part-steps.ts';
import { RETURN_BIRTHS } from './walk-return-steps.ts';
import type { Place } from './walk-scene.ts';
import type { World } from './walk-world.ts';

/** How documents of a walk begin: typed as people type them, over HTTP. */

const unit = ({ walk }: World): string => formatDecimal(BigInt(100 + walk.below(90_000)), 4);

/** Places of one warehouse, each SKU once. */
function someOf({ walk }: World, most: number): [Place, ...Place[]] {
  const place = walk.place();
  const here = walk.places.filter(({ warehouseId }) => warehouseId === place.warehouseId);
  const first = here.indexOf(place);
  const some = here.slice(first, first + 1 + walk.below(most));
  return some as [Place, ...Place[]];
}

let houses = 0;

/** Every second one goes to the house of the one before, so that they may leave together. */
async function salesOrder(world: World): Promise<boolean> {
  const { walk, pieces } = world;
  // Parts are sent for what was sold, they are not sold.
  const isPart = (skuId: string): boolean => pieces.some(({ partSkuId }) => partSkuId === skuId);
  const skus = [...new Set(walk.places.map(({ skuId }) => skuId))].filter((id) => !isPart(id));
  const first = walk.below(skus.length);
  const lines = skus.slice(first, first + 1 + walk.below(2)).map((skuId) => ({
    skuId,
    qty: 1 + walk.below(5),
    ...(CHANNEL_SKUS[skus.indexOf(skuId)] ? { channelSku: CHANNEL_SKUS[skus.indexOf(skuId)] } : {}),
    unitPrice: walk.below(3) > 0 ? '60' : formatDecimal(BigInt(walk.below(900_000)), 4),
  }));
  const house = Math.floor(++houses / 2);
  return world.call('/orders/salesOrder/add', {
    accountId: walk.scene.seller.accountId,
    channelOrderNo: `WALK-${houses}`,
    ...ADDRESS,
    shipToAddress1: `${house} Walk St`,
    lines,
  });
}

/** Now and then so dear that a second person has to look at it. */
const adjustment = (world: World): Promise<boolean> => {
  const isDear = world.walk.below(4) === 0;
  const some = someOf(world, 2);
  const lines = some.map(({ skuId }) => {
    const isMore = world.walk.below(3) > 0;
    const qty = isMore ? 1 + world.walk.below(12) : -(1 + world.walk.below(4));
    return {
      skuId,
      condition: 'good',
      qty,
      ...(isMore ? { unitCost: isDear ? '900.00' : unit(world) } : {}),
    };
  });
  const head = { kind: 'adjust', warehouseId: some[0].warehouseId, reason: 'walk' };
  return world.call('/inventory/stockAdjustment/add', { ...head, lines });
};

const inbound = (world: World): Promise<boolean> => {
  const some = someOf(world, 3);
  return world.call('/inventory/inboundReceipt/add', {
    warehouseId: some[0].warehouseId,
    eta: '2027-01-30',
    lines: some.map(({ skuId }) => ({
      skuId,
      qty: 1 + world.walk.below(30),
      unitCost: unit(world),
    })),
  });
};

const transfer = (world: World): Promise<boolean> => {
  const { walk } = world;
  const [from] = someOf(world, 1);
  const to = walk.pick(walk.places.filter((p) => p.warehouseId !== from.warehouseId));
  return world.call('/inventory/stockTransfer/add', {
    fromWarehouseId: from.warehouseId,
    toWarehouseId: to?.warehouseId,
    lines: [{ skuId: from.skuId, qty: 1 + walk.below(6) }],
  });
};

const count = (world: World): Promise<boolean> => {
  const [{ warehouseId, skuId }] = someOf(world, 1);
  return world.call('/inventory/stockCount/add', {
    warehouseId,
    extent: 'listed',
    isBlind: false,
    lines: [{ skuId, condition: 'good' }],
  });
};

const stateChange = (world: World): Promise<boolean> => {
  const { walk } = world;
  const [{ warehouseId, skuId }] = someOf(world, 1);
  const kind = walk.pick(['condition', 'freeze', 'unfreeze']) as string;
  const toCondition = kind === 'condition' ? { toCondition: 'quarantine' } : {};
  return world.call('/inventory/stateChange/add', {
    kind,
    warehouseId,
    reason: 'walk',
    lines: [{ skuId, condition: 'good', ...toCondition, qty: 1 + walk.below(2) }],
  });
};

/** As above. */
const purchase = (world: World): Promise<boolean> => {
  const some = someOf(world, 2);
  const isDear = world.walk.below(4) === 0;
  return world.call('/purchasing/purchaseOrder/add', {
    supplierId: world.supplierId,
    warehouseId: some[0].warehouseId,
    lines: some.map(({ skuId }) => ({
      skuId,
      qty: 1 + world.walk.below(9),
      unitPrice: isDear ? '9000.00' : unit(world),
    })),
  });
};

const landed = (world: World): Promise<boolean> => {
  const { walk } = world;
  const receipt = walk.pick(walk.receipts);
  if (!receipt) return Promise.resolve(false);
  return world.call('/purchasing/landedCost/add', {
    currency: 'USD',
    basis: 'qty',
    warehouseId: receipt.warehouseId,
    freight: formatDecimal(BigInt(1 + walk.below(20_000)), 2),
    lines: [{ receiptId: receipt.id }],
  });
};

/** Of goods that came: at their price, or at another that somebody has to approve. */
const bill = (world: World): Promise<boolean> => {
  const { walk } = world;
  const receipt = walk.pick(walk.receipts);
  const place = receipt && walk.places.find(({ pile }) => pile === receipt.goods[0]?.pile);
  if (!receipt || !place) return Promise.resolve(false);
  return world.call('/purchasing/supplierBill/add', {
    supplierId: world.supplierId,
    invoiceNo: `INV-${newId()}`,
    currency: 'USD',
    billDate: '2026-11-20',
    lines: [
      {
        receiptId: receipt.id,
        skuId: place.skuId,
        qty: receipt.goods[0]?.qty,
        unitPrice: unit(world),
      },
    ],
  });
};

export const BIRTHS = {
  salesOrder: { weight: 11, take: salesOrder },
  adjustment: { weight: 3, take: adjustment },
  inbound: { weight: 4, take: inbound },
  transfer: { weight: 3, take: transfer },
  count: { weight: 2, take: count },
  stateChange: { weight: 2, take: stateChange },
  purchase: { weight: 3, take: purchase },
  landed: { weight: 2, take: landed },
  bill: { weight: 3, take: bill },
  ...RETURN_BIRTHS,
  ...PART_BIRTHS,
  ...CLAIM_BIRTHS,
} as const;
