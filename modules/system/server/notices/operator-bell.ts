import { htmlText } from '#kit/model/html-text.ts';
import { systemActor } from '#kit/server/actor.ts';
import type { Database, Tx } from '#kit/server/database.ts';
import { OPERATOR_TENANT } from '../../model/operator-tenant.ts';
import type { Messenger } from '../registration/messenger.ts';
import { rightHolders } from '../right-holders.ts';
import { sendNotice } from './send-notice.ts';

/** What those who run the installation hear. */
interface OperatorNews {
  title: string;
  /** A line each. */
  lines: readonly string[];
  /** Page of the console that says more. */
  page: string;
  id: string;
}

/**
 * The way to those of the operator's tenant who hold a right: a notice in the transaction of what it tells of, and
 * a mail to each of them who has an address, once that is committed.
 */
export const createOperatorBell = (
  { db, messenger }: { db: Database; messenger: Messenger },
  { right, actor, businessType }: { right: string; actor: string; businessType: string },
) => ({
  hasMail: messenger.offers.mail,
  within: <T>(work: (tx: Tx) => Promise<T>): Promise<T> => db.tx(systemActor(OPERATOR_TENANT, actor), work),
  async ring(tx: Tx, { title, lines, page, id }: OperatorNews): Promise<void> {
    const to = await rightHolders(tx, right, null);
    if (to.length === 0) return;
    await sendNotice(tx, {
      to,
      title,
      html: lines.map((line) => `<p>${htmlText(line)}</p>`).join(''),
      abstract: (lines[0] ?? '').slice(0, 200),
      priority: 'H',
      openType: 'url',
      openPage: page,
      businessType,
      businessId: id,
    });
    if (!messenger.offers.mail) return;
    const people = await tx.platform.rows<{ id: string; email: string }>`
      select id, email from app_user where id = any(${to}::uuid[]) and email <> '' order by id`;
    tx.onCommit(() => {
      for (const { id: userId, email } of people)
        messenger.post({
          kind: 'mail',
          to: email,
          purpose: 'notice',
          userId,
          subject: title,
          text: lines.join('\n'),
        });
    });
  },
});
