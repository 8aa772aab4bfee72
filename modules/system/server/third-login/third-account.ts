import { Refusal } from '#kit/model/refusal.ts';
import { systemActor } from '#kit/server/actor.ts';
import type { Database } from '#kit/server/database.ts';
import { homeTenant } from '../registration/home-tenant.ts';
import { logLogin } from '../login-log.ts';
import { admitAccount, type Admitted, type Entrance } from '../admit.ts';
import type { ThirdPerson } from './oidc.ts';
import { addLink } from './third-links.ts';
import type { ThirdType } from './third-login.ts';
import { nameKey } from '../users.ts';

interface VouchedAccount {
  id: string;
  username: string;
  status: string;
}

/** The account that another system's person is linked to. */
export const linkedAccount = (db: Database, type: ThirdType, uuid: string): Promise<VouchedAccount | undefined> =>
  db.platform(
    (tx) => tx.maybe<VouchedAccount>`
      select u.id, u.username, u.status from third_account a join app_user u on u.id = a.user_id
      where a.third_type = ${type} and a.third_user_uuid = ${uuid}`,
  );

/** Links a person to the account that has their verified mail address, where there is one. */
export async function linkByMail(
  db: Database,
  { uuid, verifiedEmail }: ThirdPerson,
  { type, provider }: { type: ThirdType; provider: string },
): Promise<VouchedAccount | undefined> {
  if (verifiedEmail === null) return undefined;
  const owner = await db.platform(async (tx) => {
    const account = await tx.maybe<VouchedAccount>`
      select id, username, status from app_user
      where email_key = ${nameKey(verifiedEmail)} and status <> 'deleted'`;
    return account && { account, tenant: await homeTenant(tx, account.id) };
  });
  if (!owner) return undefined;
  const { account, tenant } = owner;
  const link = { type, uuid, provider, userId: account.id, email: verifiedEmail };
  const isLinked = await db.tx(systemActor(tenant, account.username), (tx) => addLink(tx, link));
  return isLinked ? account : undefined;
}

export const accountByName = (db: Database, name: string): Promise<VouchedAccount | undefined> =>
  db.platform(
    (tx) => tx.maybe<VouchedAccount>`
      select id, username, status from app_user
      where username_key = ${nameKey(name)} and status <> 'deleted'`,
  );

/** Lets somebody in for whom another system vouches; refuses as the sign-in by password does. */
export async function admitThirdParty(
  entrance: Entrance,
  account: VouchedAccount,
  about: { ip: string; userAgent: string; started: number },
): Promise<Admitted> {
  try {
    if (account.status === 'deleted') throw new Refusal('gone', '该用户已注销');
    return await admitAccount(entrance, account, about);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { db } = entrance;
    await logLogin(db, {
      tenant: await db.platform((tx) => homeTenant(tx, account.id)),
      kind: 'failure',
      userId: account.id,
      username: account.username,
      content: `单点登录失败：${error.message}`,
      ip: about.ip,
      userAgent: about.userAgent,
    });
    throw error;
  }
}
