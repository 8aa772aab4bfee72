/** `/__sim/mirakl`: what the home-improvement marketplace knows, and what buyers and its operator do there. */
import type { World } from '../world.ts';
import { createOrder, createReturn, type OrderInput } from './seed.ts';
import { moveOrder, settleMirakl } from './settle.ts';
import type { OrderState } from './state.ts';
import type { FastifyInstance } from 'fastify';

export function miraklDoor(door: FastifyInstance, world: World): void {
  door.get('/mirakl', async () => {
    settleMirakl(world);
    return world.mirakl;
  });
  door.post('/mirakl/orders', async (request) => {
    const { orders = [] } = (request.body ?? {}) as { orders?: OrderInput[] };
    const made = orders.map((input) => createOrder(world, input));
    await world.save();
    return { orders: made };
  });
  door.post<{ Params: { id: string } }>('/mirakl/orders/:id', async (request) => {
    const order = world.mirakl.orders[request.params.id];
    const { state } = (request.body ?? {}) as { state?: OrderState };
    if (!order || state === undefined) throw new RangeError('a known order and its new state');
    moveOrder(order, state, world.clock.now());
    await world.save();
    return order;
  });
  door.post('/mirakl/returns', async (request) => {
    const made = createReturn(world, (request.body ?? {}) as Parameters<typeof createReturn>[1]);
    await world.save();
    return made;
  });
}
