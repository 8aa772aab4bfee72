import { Refusal } from '#kit/model/refusal.ts';
import type { Actor } from '#kit/server/actor.ts';
import type { Database } from '#kit/server/database.ts';
import { settle } from './entrance.ts';
import { placesOf } from './admit.ts';
import type { Place } from './place.ts';
import type { Sessions } from './sessions.ts';

type FollowTenant = (token: string, tenant: string, about: { ip: string; requestId: string }) => Promise<Actor | null>;

/**
 * A client of the base says by its header alone that its person has gone to another of their
 * tenants: the session goes along (docs/adr/0011). Where they do not work, nothing follows.
 */
export const createTenantFollower =
  (db: Database, sessions: Sessions): FollowTenant =>
  async (token, tenant, about) => {
    const session = await sessions.find(token);
    // Whoever acts for somebody does so in one tenant.
    const place = session?.actsFor === null && (await placeNamed(db, session.userId, tenant));
    if (!session || !place) return null;
    const orgCode = await settle(db, session.userId, place);
    if (!(await sessions.rebind(token, { tenant: place.tenant, orgCode }))) return null;
    const actor = await sessions.resolveActor(token, about);
    return actor?.tenant === place.tenant ? actor : null;
  };

async function placeNamed(db: Database, userId: string, tenant: string): Promise<Place | undefined> {
  try {
    const places = await placesOf(db, { id: userId, status: 'active' });
    return places.find((place) => String(place.tenant) === tenant);
  } catch (error) {
    // They have nowhere to work any more.
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}
