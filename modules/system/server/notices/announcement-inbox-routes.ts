import { notFound } from '#kit/model/refusal.ts';
import { may, type Actor } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import { alsoBy, answer, implement, page, type Route } from '#kit/server/route.ts';
import { idOf } from '#kit/server/row-id.ts';
import type { ReceivedAnnouncement } from '../../model/notice-wire.ts';
import { noticeCalls } from '../../model/routes/notices.ts';
import {
  markAllRead,
  markRead,
  readerOf,
  receivedIfAny,
  receivedRow,
  shownTo,
  unreadNotices,
} from './announcement-inbox.ts';
import { noticeInFull } from './announcement-list.ts';
import { noticePageOf } from './notice-page.ts';

const BELL_SIZE = 5;
const MAX_BELL_SIZE = 20;

/** What a person was sent; everybody has only their own. */
export function announcementInboxRoutes(): Route[] {
  return [
    implement(noticeCalls.unread, (call) => {
      const size = Math.min(Math.floor(Number(call.query.pageSize)) || BELL_SIZE, MAX_BELL_SIZE);
      return call.tx((tx) => unreadNotices(tx, readerOf(call.actor), Math.max(size, 1)));
    }),
    implement(noticeCalls.show, (call) => {
      const noticeId = idOf(call.params.id);
      return call.tx(async (tx) => {
        const notice = await receivedOrOut(tx, call.actor, noticeId);
        // A frame has no header to send. The token that a client of the base puts in the address is
        // not looked at: addresses are written down everywhere.
        return call.token === null ? page('notice.html', noticePageOf(notice)) : notice;
      });
    }),
    implement(noticeCalls.mine, (call) => {
      const sendId = idOf(call.query.sendId);
      return call.tx(async (tx) => shownTo(tx, await receivedRow(tx, readerOf(call.actor), { sendId })));
    }),
    ...alsoBy(
      'POST',
      implement(noticeCalls.markRead, async (call) => {
        const noticeId = idOf(call.body.anntId);
        await call.tx((tx) => markRead(tx, readerOf(call.actor), noticeId));
        return answer('操作成功!');
      }),
    ),
    implement(noticeCalls.readAll, async (call) => {
      await call.tx((tx) => markAllRead(tx, readerOf(call.actor)));
      return answer('全部已读');
    }),
  ];
}

/** A notice of the reader's own; who keeps notices sees whatever is out. @throws Refusal 404 */
async function receivedOrOut(tx: Tx, actor: Actor, noticeId: string): Promise<ReceivedAnnouncement> {
  const own = await receivedIfAny(tx, readerOf(actor), { noticeId });
  if (own) return shownTo(tx, own);
  if (!may(actor, 'system:announcement:list')) throw notFound();
  const notice = await noticeInFull(tx, noticeId);
  if (notice['sendStatus'] !== '1') throw notFound();
  return notice as unknown as ReceivedAnnouncement;
}
