import { htmlText } from '#kit/model/html-text.ts';
import type { Tx } from '#kit/server/database.ts';
import { scheduledAs } from '#kit/server/tenant-work.ts';
import { remindWork } from '../../model/clock-works.ts';
import { sendNotice } from './send-notice.ts';

/** A notice at an hour that somebody chose. */
export const reminder = scheduledAs(remindWork, ({ params: { title, content, username }, tx }) =>
  tx(async (one) => {
    const to = username === null ? 'all' : [await personCalled(one, username)];
    await sendNotice(one, { to, title, html: `<p>${htmlText(content)}</p>`, abstract: content.slice(0, 200) });
    return username === null ? '已发给全体用户' : `已发给 ${username}`;
  }),
);

/** @throws Error where nobody of the tenant has the name any more */
async function personCalled(tx: Tx, username: string): Promise<string> {
  const found = await tx.maybe<{ id: string }>`
    select u.id from app_user u join membership m on m.user_id = u.id
    where m.tenant_id = ${tx.tenant} and m.status = 'active' and u.status = 'active' and u.username = ${username}`;
  if (!found) throw new Error(`没有可用的用户账号“${username}”`);
  return found.id;
}
