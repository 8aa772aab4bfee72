import { carriedOut } from '#kit/server/deliveries.ts';
import { inTransaction, type TransactionHandler } from '#kit/server/outbox.ts';
import type { Push } from '#kit/server/push.ts';
import { noticeChanged } from '../../model/events.ts';
import { startNoticeJob } from '../../model/jobs.ts';
import { startNotice } from './announcements.ts';

/** Tells the browsers of those concerned, once what changed is committed. */
export const noticePush = (push: Push): TransactionHandler =>
  inTransaction(noticeChanged, 'system.pushNotice', async (tx, { said, userIds }, noticeId) => {
    const about = { msgId: noticeId, msgTxt: said };
    const { tenant } = tx;
    tx.onCommit(() => {
      if (userIds === null) return push.toTenant(tenant, { cmd: 'topic', ...about });
      for (const userId of userIds) push.toUser(tenant, userId, { cmd: 'user', userId, ...about });
    });
  });

/** A published notice begins to be shown at its start, and only then says so. */
export const noticeJobs = [
  carriedOut(startNoticeJob, {
    rank: 2,
    run: ({ aggregate, payload, finish }) => finish((tx) => startNotice(tx, aggregate, payload.startTime)),
  }),
];
