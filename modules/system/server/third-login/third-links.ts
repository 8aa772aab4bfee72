import { audit } from '#kit/server/audit.ts';
import { newId, type Database, type Tx } from '#kit/server/database.ts';
import { sendNotice } from '../notices/send-notice.ts';
import { providerTitle, type SingleSignOn } from './single-sign-on.ts';
import type { Binding, ThirdType } from './third-login.ts';
import { USER } from '../users.ts';

/** Whom another system vouches for, and whose account they are here. */
interface NewLink {
  type: ThirdType;
  uuid: string;
  userId: string;
  /** As the provider has verified it. */
  email: string | null;
  /** What people call the provider. */
  provider: string;
}

/** The link that a person asked for when they came back. */
export const linkOf = (
  sso: SingleSignOn | null,
  { type, uuid, verifiedEmail: email }: Binding,
  userId: string,
): NewLink => ({ type, uuid, email, userId, provider: providerTitle(sso, type) });

const FOREIGN = '如果不是您本人操作，请立即在“安全设置”中解除绑定，并修改密码。';

/** Links an account and tells its owner. @returns false when that person is linked already */
export async function addLink(tx: Tx, link: NewLink): Promise<boolean> {
  const { type, uuid, userId, email, provider } = link;
  const added = await tx.platform.run`
    insert into third_account (id, third_type, third_user_uuid, user_id, email, create_time,
      last_used)
    values (${newId()}, ${type}, ${uuid}, ${userId}, ${email}, ${tx.now}, ${tx.now})
    on conflict (third_type, third_user_uuid) do nothing`;
  if (added === 0) return false;
  audit(tx, USER, [{ rowId: userId, action: 'linkThird', diff: { provider: [null, provider] } }]);
  await sendNotice(tx, {
    to: [userId],
    title: `已绑定 ${provider}`,
    html: `<p>您的账号已绑定第三方账号，以后可以用它登录。${FOREIGN}</p>`,
    abstract: FOREIGN,
    openType: 'url',
    openPage: '/account/settings/security',
  });
  return true;
}

/** Notes that somebody was let in by their link. */
export const noteUse = (db: Database, type: ThirdType, uuid: string): Promise<number> =>
  db.platform(
    (tx) => tx.run`
      update third_account set last_used = ${tx.now}
      where third_type = ${type} and third_user_uuid = ${uuid}`,
  );

interface LinkRow {
  id: string;
  thirdType: ThirdType;
  email: string | null;
  createTime: Date;
  lastUsed: Date | null;
}

export const linksOf = (db: Database, userId: string): Promise<LinkRow[]> =>
  db.platform(
    (tx) => tx.rows<LinkRow>`
      select id, third_type, email, create_time, last_used from third_account
      where user_id = ${userId} order by create_time desc, id`,
  );

/** Ends one link of a person. @returns false when they have no such link */
export async function dropLink(tx: Tx, userId: string, id: string): Promise<boolean> {
  const dropped = await tx.platform.run`
    delete from third_account where id = ${id}::uuid and user_id = ${userId}`;
  if (dropped > 0) auditDropped(tx, userId, dropped);
  return dropped > 0;
}

/**
 * Ends all links of a person: whoever knew the old password may have made one for themselves, and
 * would come in by it past the new password.
 */
export async function dropLinks(tx: Tx, userId: string): Promise<void> {
  const dropped = await tx.platform.run`delete from third_account where user_id = ${userId}`;
  if (dropped > 0) auditDropped(tx, userId, dropped);
}

const auditDropped = (tx: Tx, rowId: string, count: number): void =>
  audit(tx, USER, [{ rowId, action: 'unlinkThird', diff: { links: [count, null] } }]);
