import { htmlText } from '#kit/model/html-text.ts';
import type { Tx } from '#kit/server/database.ts';
import { scheduledAs } from '#kit/server/tenant-work.ts';
import { remindWork } from '../../model/clock-works.ts';
import { sendNotice } from './send-notice.ts';

/** A notice at an hour that somebody chose. */
export const reminder = scheduledAs(
  remindWork,
  ({ params: { title, content, username }, tx }) =>
    tx(async (one) => {
      const person = username === null ? null : await personCalled(one, username);
      // Who was there when the schedule was written may have left.
      if (username !== null && person === null) throw new Error(nobody(username));
      const to = person === null ? 'all' : [person];
      await sendNotice(one, { to, title, html: `<p>${htmlText(content)}</p>`, abstract: content.slice(0, 200) });
      return username === null ? '已发给全体用户' : `已发给 ${username}`;
    }),
  async (tx, { username }) => (!username || (await personCalled(tx, username)) ? null : nobody(username)),
);

const nobody = (username: string): string => `没有可用的用户账号“${username}”`;

/** @returns the id of a person of the tenant; null where nobody has the name */
async function personCalled(tx: Tx, username: string): Promise<string | null> {
  const found = await tx.maybe<{ id: string }>`
    select u.id from app_user u join membership m on m.user_id = u.id
    where m.tenant_id = ${tx.tenant} and m.status = 'active' and u.status = 'active' and u.username = ${username}`;
  return found?.id ?? null;
}
