import { Refusal } from '#kit/model/refusal.ts';
import { audit } from '#kit/server/audit.ts';
import type { Tx } from '#kit/server/database.ts';
import { parseBody } from '#kit/server/parse.ts';
import { answer, implement, type Answer, type Call, type Route } from '#kit/server/route.ts';
import { accountCalls } from '../../model/routes/account.ts';
import { joinFields } from '../../model/registration.ts';
import { limitCalls, WINDOW_MS } from '../attempts.ts';
import { freeSessionOf } from '../own-session.ts';
import { scopeOfNew } from '../row-scope.ts';
import type { Services } from '../services.ts';
import { requireRoom } from '../tenants/bounds.ts';
import { USER, writePlace } from '../users.ts';
import { asGiver, findInvitation, useInvitation } from './invitations.ts';

const MOST_TRIES = 20;

/** A person who has an account joins a further tenant by its invitation. */
export const joinTenantRoutes = (services: Services): Route[] => [
  implement(accountCalls.joinTenant, (call) => join(services, call)),
];

/** @returns the tenant that was joined; the session stays where it is */
async function join(services: Services, call: Call): Promise<Answer<{ id: number; name: string }>> {
  const { db, codes } = services;
  const { userId } = await freeSessionOf(services, call);
  await limitCalls(db, { kind: 'join', subject: userId }, MOST_TRIES, WINDOW_MS);
  const given = parseBody(joinFields, call.body, { zone: call.actor.zone });
  const { id, giver, roleId, departId } = await findInvitation(db, codes.digests, given.invitation);
  const joined = await asGiver(() =>
    db.tx(giver, async (tx) => {
      await enter(tx, userId);
      await useInvitation(tx, id);
      // Nothing is said of shops and warehouses: they see those of whoever invited them.
      const place = { roles: [roleId], departs: [departId], ...scopeOfNew(tx.actor, {}) };
      await writePlace(tx, userId, place);
      audit(tx, USER, [{ rowId: userId, action: 'join', diff: { invitation: id } }]);
      return tx.platform.one<{ id: number; name: string }>`
        select id, name from tenant where id = ${tx.tenant}`;
    }),
  );
  return answer(`已加入团队“${joined.name}”`, joined);
}

/** Who was taken out before may come back; who was frozen there may not. */
async function enter(tx: Tx, userId: string): Promise<void> {
  await requireRoom(tx, USER);
  const entered = await tx.run`
    insert into membership as m (tenant_id, user_id, create_by, create_time)
    values (${tx.tenant}, ${userId}, ${tx.actor.username}, ${tx.now})
    on conflict (tenant_id, user_id) do update
      set status = 'active', update_by = excluded.create_by, update_time = excluded.create_time
      where m.status = 'deleted'`;
  if (entered === 0) throw new Refusal('member', '您已在该团队中，无需再次加入');
}
