/** `/__sim/giga`: what the supplier knows, a night that passes, and what becomes of single goods. */
import { passNight } from './catalogue.ts';
import type { FastifyInstance } from 'fastify';
import type { World } from '../world.ts';
import type { GigaItem } from './state.ts';

const SETTABLE = [
  'price',
  'exclusive',
  'shipping',
  'discounted',
  'tiers',
  'banned',
  'stock',
  'isAvailable',
  'isListed',
  'isSaved',
  'name',
] as const;

export function gigaDoor(door: FastifyInstance, world: World): void {
  door.get('/giga', async () => world.giga);
  door.post('/giga/night', async () => {
    const night = passNight(world);
    await world.save();
    return night;
  });
  // The list loses all but so many of its goods, as when a supplier answers half of it.
  door.post('/giga/shrink', async (request) => {
    const keep = Number((request.body as { keep?: unknown } | null)?.keep);
    if (!Number.isInteger(keep) || keep < 0) throw new RangeError('keep is a whole number');
    world.giga.items.forEach((item, at) => {
      item.isListed = at < keep;
    });
    await world.save();
    return { listed: world.giga.items.filter(({ isListed }) => isListed).length };
  });
  door.post('/giga/item', async (request) => {
    const { sku, ...changes } = (request.body ?? {}) as { sku?: string } & Partial<GigaItem>;
    const item = world.giga.items.find((one) => one.sku === sku);
    if (!item) throw new RangeError(`no item ${String(sku)}`);
    for (const key of SETTABLE) if (key in changes) Object.assign(item, { [key]: changes[key] });
    item.updatedAt = world.clock.now();
    await world.save();
    return item;
  });
}
