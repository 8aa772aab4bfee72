import { systemActor } from '#kit/server/actor.ts';
import type { Database, Tx } from '#kit/server/database.ts';
import type { SignInAnswer } from '../model/routes/session.ts';
import type { Dictionaries } from './dictionaries.ts';
import { toSysDepart, type DepartRow } from './departs.ts';
import type { Place } from './place.ts';
import type { Sessions } from './sessions.ts';
import { ownUserOf } from './user-list.ts';

interface Entering {
  userId: string;
  place: Place;
  ip: string;
  userAgent: string;
}

/** Opens a session in a tenant and the department used last there. @returns the token */
export async function enter(
  db: Database,
  sessions: Sessions,
  { userId, place, ip, userAgent }: Entering,
): Promise<string> {
  const orgCode = await settle(db, userId, place);
  return sessions.create({ userId, tenant: place.tenant, orgCode, ip, userAgent });
}

/** Notes where a person works from now on. @returns the department: that used last there, or the first */
export const settle = (db: Database, userId: string, place: Place): Promise<string | null> =>
  db.tx(systemActor(place.tenant, 'login'), async (tx) => {
    const codes = (await departsOf(tx, userId)).map((depart) => depart.orgCode);
    const code = place.orgCode && codes.includes(place.orgCode) ? place.orgCode : codes[0];
    await tx.run`update membership set last_used = ${tx.now}, org_code = ${code ?? null}
      where tenant_id = ${tx.tenant} and user_id = ${userId}`;
    return code ?? null;
  });

/** Departments a person belongs to in the transaction's tenant, in the order of their codes. */
export const departsOf = (tx: Tx, userId: string): Promise<DepartRow[]> =>
  tx.rows<DepartRow>`
    select d.* from user_depart ud
    join depart d on d.tenant_id = ud.tenant_id and d.id = ud.depart_id
    where ud.tenant_id = ${tx.tenant} and ud.user_id = ${userId} order by d.org_code`;

/** What the client stores after signing in or changing tenant (contract.md §2.5). */
export async function welcome(
  db: Database,
  dictionaries: Dictionaries,
  token: string,
  userId: string,
  place: Place,
  tenants: readonly Place[],
): Promise<SignInAnswer> {
  return db.tx(systemActor(place.tenant, 'login'), async (tx) => {
    const departs = await departsOf(tx, userId);
    return {
      token,
      userInfo: await ownUserOf(tx, userId),
      departs: departs.map((depart) => toSysDepart(tx, depart)),
      multi_depart: Math.min(departs.length, 2),
      sysAllDictItems: (await dictionaries.all(tx)).byCode,
      tenantList: tenants.map((one) => ({ id: one.tenant, name: one.tenantName, status: 1 })),
    };
  });
}
