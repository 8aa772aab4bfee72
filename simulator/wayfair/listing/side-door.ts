/** How tests steer listings: what will be refused, what is asked from now on, what the seller promised. */
import { settle } from '../effects.ts';
import { CLASSES } from './classes.ts';
import { itemsOf } from './items.ts';
import { standingOf } from './state.ts';
import { doneChanges } from './update.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { World } from '../../world.ts';
import type { EnvironmentName } from '../state.ts';
import type { Flaw, QuestionChange } from './state.ts';

type Body = Record<string, unknown>;

/** @param environmentOf which of the two channels a request means */
export function listingDoor(
  door: FastifyInstance,
  world: World,
  environmentOf: (request: FastifyRequest) => EnvironmentName,
): void {
  const listings = (request: FastifyRequest) => world.environments[environmentOf(request)].listings;
  door.get<{ Params: { part: string } }>('/listings/:part', async (request) => {
    settle(world);
    const { part } = request.params;
    const state = listings(request);
    const now = world.clock.now();
    const items = itemsOf(state, environmentOf(request), now).filter(({ partNumber }) => partNumber === part);
    const groups = new Set(items.flatMap(({ listingIds }) => listingIds));
    return {
      items,
      submissions: state.submissions
        .filter(({ partNumber }) => partNumber === part)
        .map((one) => ({ ...one, standing: standingOf(one, now) })),
      changes: doneChanges(state.updates, now).filter(
        ({ partNumber, groupId }) => partNumber === part || (groupId !== null && groups.has(groupId)),
      ),
    };
  });
  // A part that will be refused with these flaws once it was taken; no flaws = it will not.
  door.post('/listings/refusals', async (request) => {
    const { part, flaws } = bodyOf(request);
    if (typeof part !== 'string' || !Array.isArray(flaws)) throw new RangeError('{part, flaws: [{attributeId, flaw}]}');
    listings(request).refusals[part] = (flaws as Partial<Flaw>[]).map((flaw) => ({
      attributeId: null,
      rank: 1,
      parentRank: 1,
      flawType: 'ERROR',
      flaw: 'Refused',
      ...flaw,
    }));
    await world.save();
    return { ok: true };
  });
  // A class asks something more from now on, or takes one choice less.
  door.post('/listings/questions', async (request) => {
    const change = bodyOf(request) as Partial<QuestionChange>;
    const known = CLASSES.find(({ classId }) => classId === change.classId);
    if (known === undefined || (change.added === undefined) === (change.dropped === undefined))
      throw new RangeError('{classId, added: {id, displayName, choices} | dropped: {attributeId, choice}}');
    listings(request).questionChanges.push(change as QuestionChange);
    await world.save();
    return { ok: true };
  });
  door.post('/listings/status', async (request) => {
    const { part, status } = bodyOf(request);
    if (typeof part !== 'string' || (status !== 'LIVE' && status !== 'NOT_LIVE' && status !== 'GONE'))
      throw new RangeError('{part, status: LIVE | NOT_LIVE | GONE}');
    listings(request).statuses[part] = status;
    await world.save();
    return { ok: true };
  });
  // What the seller would never go below, so that the audit can tell.
  door.post('/listings/floors', async (request) => {
    const { items } = bodyOf(request);
    if (!Array.isArray(items)) throw new RangeError('items: [{partNumber, price}]');
    for (const { partNumber, price } of items as { partNumber: string; price: number | string }[])
      listings(request).floors[partNumber] = Number(price);
    await world.save();
    return { ok: true };
  });
}

const bodyOf = (request: FastifyRequest): Body => (request.body ?? {}) as Body;
