import { newSupplier } from '#tests/journeys/bill-scene.ts';
import { openAccounts } from '#tests/journeys/carrier-scene.ts';
import { firstOf, must } from '#tests/lifecycles/one-of-each.ts';
import { CHANNEL_SKUS } from './walk-names.ts';
import { claimsMoved } from './walk-claims.ts';
import { ordersMoved } from './walk-orders.ts';
import { addPieces } from './walk-part-steps.ts';
import { partsHeld, partsMoved } from './walk-parts.ts';
import { returnsMoved, returnsShown } from './walk-returns.ts';
import { addPlaces, openWalk } from './walk-scene.ts';
import { World, type Follow } from './walk-world.ts';

/** What orders show of the others is judged once these have moved. */
const FOLLOW: readonly Follow[] = [returnsMoved, partsMoved, claimsMoved, ordersMoved, returnsShown, partsHeld];

/** The goods of stock-walk with cartons, a supplier, and three ways to ship: own numbers, two carrier accounts. */
export async function openWorld(seed: number): Promise<World> {
  const walk = await openWalk(seed);
  const { admin } = walk;
  const skus = [...new Set(walk.places.map(({ skuId }) => skuId))];
  for (const [at, skuId] of skus.entries())
    for (let cartonNo = 1; cartonNo <= (at % 2 === 1 ? 2 : 1); cartonNo++)
      await must(
        admin.post('/catalog/skuCarton/add', {
          skuId,
          cartonNo,
          label: `${cartonNo}`,
          lengthMm: 400,
          widthMm: 300,
          heightMm: 200,
          grossWeightG: 4_000,
        }),
      );
  // Two of them have a price at the channel, from which orders may differ: one person says it, another what is sold.
  const clerk = await walk.scene.as('yunying');
  for (const [at, skuId] of skus.slice(0, 2).entries()) {
    const listing = { accountId: walk.scene.seller.accountId, channelSku: CHANNEL_SKUS[at], basePrice: '60.00' };
    const { id } = await must(admin.post<{ id: string }>('/channels/channelProduct/add', listing));
    await must(clerk.put('/channels/channelProduct/edit', { id, version: 1, skuId }));
  }
  const { accountId } = walk.scene.seller;
  const { version } = await firstOf<{ id: string; version: number }>(admin, '/base/channelAccount/list', {
    id: accountId,
  });
  // Orders may leave from several warehouses, in parts.
  await must(
    admin.put('/base/channelAccount/edit', {
      id: accountId,
      version,
      allowSplit: true,
      strategy: 'priority',
    }),
  );
  const { id: truck } = await firstOf(admin, '/base/shipMethod/list', { code: 'OWN-TRK' });
  const { own, platform } = await openAccounts(admin);
  const pieces = await addPieces(
    admin,
    skus.filter((_, at) => at % 2 === 1),
  );
  // What may be taken out of whole units lies in every warehouse.
  await addPlaces(
    walk,
    pieces.filter(({ isHarvestable }) => isHarvestable),
  );
  const path = '/aftersales/returnSettings';
  const settings = await must(admin.get<object>(path));
  await must(admin.put(path, { ...settings, disposalLimit: '2.00' }));
  const { id: reasonId } = await firstOf(admin, '/aftersales/returnReason/list', {
    code: 'defective',
  });
  const facts = {
    supplierId: await newSupplier(admin),
    methods: [truck, own, platform],
    pieces,
    reasonId,
    disposalLimit: 200n,
  };
  const world = new World(walk, facts, FOLLOW);
  await walk.scene.settled();
  walk.isCountedBeside = (place, condition) => world.documents.isCounted(place, condition);
  walk.heldBeside = () => world.heldBeside();
  return world;
}
