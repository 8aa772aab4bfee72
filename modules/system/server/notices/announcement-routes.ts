import { may as holds } from '#kit/server/actor.ts';
import { answer, implement, type Route } from '#kit/server/route.ts';
import { idOf } from '#kit/server/row-id.ts';
import { noticeCalls } from '../../model/routes/notices.ts';
import type { Services } from '../services.ts';
import { readerOf, receivedRow, shownTo } from './announcement-inbox.ts';
import { noticeInFull } from './announcement-list.ts';
import { publishNotice, repeatUnread, revokeNotice } from './announcements.ts';

/** Publishing and withdrawing notices, and reading one. */
export function announcementRoutes({ push }: Pick<Services, 'push'>): Route[] {
  return [
    implement(noticeCalls.one, (call) => {
      const id = idOf(call.query.id);
      const { actor } = call;
      const userId = readerOf(actor);
      return call.tx(async (tx) =>
        holds(actor, 'system:announcement:list')
          ? noticeInFull(tx, id)
          : { ...shownTo(tx, await receivedRow(tx, userId, { noticeId: id })) },
      );
    }),
    implement(noticeCalls.publish, async (call) => {
      const id = idOf(call.query.id);
      await call.tx((tx) => publishNotice(tx, id));
      return answer('该系统通知发布成功');
    }),
    implement(noticeCalls.revoke, async (call) => {
      const id = idOf(call.query.id);
      await call.tx((tx) => revokeNotice(tx, id));
      return answer('该系统通知撤销成功');
    }),
    // The base asks for this after publishing, and again whenever a reader has read: whoever may
    // publish notifies the readers again of what they have not read themselves, for anybody else
    // their own windows look again.
    implement(noticeCalls.notifyAgain, async (call) => {
      const { actor } = call;
      const { anntId } = call.query;
      const userId = actor.userId ?? '';
      const isRepeated =
        anntId !== undefined &&
        holds(actor, 'system:announcement:publish') &&
        (await call.tx((tx) => repeatUnread(tx, userId, idOf(anntId))));
      const news = { cmd: 'user', userId, msgId: String(anntId ?? '').slice(0, 40), msgTxt: '' };
      if (!isRepeated) push.toUser(actor.tenant, userId, news);
      return answer('推送成功');
    }),
  ];
}
