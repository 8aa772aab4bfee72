import { notFound } from '#kit/model/refusal.ts';
import { answer, page, type Call, type Route } from '#kit/server/route.ts';
import { noticeFields } from '../../model/notice-fields.ts';
import { NOTICE_PATH, RECEIPT_PATH } from '../../model/notice-wire.ts';
import {
  markAllRead,
  markRead,
  receivedNotice,
  receivedPage,
  unreadNotices,
} from './announcement-inbox.ts';
import { noticePageOf } from './notice-page.ts';
import { idOf } from '../user-routes.ts';

const NEUTRAL = { refusals: 'neutral' } as const;
const BELL_SIZE = 5;
const MAX_BELL_SIZE = 20;

/** What a person was sent; everybody has only their own. */
export function announcementInboxRoutes(): Route[] {
  return [
    {
      ...NEUTRAL,
      method: 'GET',
      path: `${NOTICE_PATH}/listByUser`,
      access: 'signedIn',
      summary: '本人未读的通知与系统消息',
      handle: (call) => {
        const size = Math.min(
          Math.floor(Number(call.query['pageSize'])) || BELL_SIZE,
          MAX_BELL_SIZE,
        );
        return call.tx((tx) => unreadNotices(tx, reader(call), Math.max(size, 1)));
      },
    },
    {
      ...NEUTRAL,
      method: 'GET',
      path: `${NOTICE_PATH}/show/:id`,
      access: 'signedIn',
      summary: '发给本人的一条通知；页面框架凭 Cookie 取得网页',
      takesFileCookie: true,
      handle: async (call) => {
        const noticeId = idOf(call.params['id']);
        const notice = await call.tx((tx) => receivedNotice(tx, reader(call), { noticeId }));
        // A frame has no header to send. The token that a client of the base puts in the address is
        // not looked at: addresses are written down everywhere.
        return call.token === null ? page('notice.html', noticePageOf(notice)) : notice;
      },
    },
    {
      ...NEUTRAL,
      method: 'GET',
      path: `${RECEIPT_PATH}/getMyAnnouncementSend`,
      access: 'signedIn',
      summary: '我的通知',
      query: noticeFields,
      handle: (call) => call.tx((tx) => receivedPage(tx, reader(call), call.query)),
    },
    {
      ...NEUTRAL,
      method: 'GET',
      path: `${RECEIPT_PATH}/getOne`,
      access: 'signedIn',
      summary: '我的一条通知',
      handle: (call) => {
        const sendId = idOf(call.query['sendId']);
        return call.tx((tx) => receivedNotice(tx, reader(call), { sendId }));
      },
    },
    ...(['PUT', 'POST'] as const).map((method): Route => ({
      ...NEUTRAL,
      method,
      path: `${RECEIPT_PATH}/editByAnntIdAndUserId`,
      access: 'signedIn',
      summary: '标为已读；body 中的 userId 不起作用',
      handle: async (call) => {
        const noticeId = idOf(call.body['anntId']);
        await call.tx((tx) => markRead(tx, reader(call), noticeId));
        return answer('操作成功!');
      },
    })),
    {
      ...NEUTRAL,
      method: 'PUT',
      path: `${RECEIPT_PATH}/readAll`,
      access: 'signedIn',
      summary: '全部标为已读',
      handle: async (call) => {
        await call.tx((tx) => markAllRead(tx, reader(call)));
        return answer('全部已读');
      },
    },
  ];
}

/** Notices are for people: nothing was ever sent to the program. */
function reader({ actor }: Call): string {
  if (actor.userId === null) throw notFound();
  return actor.userId;
}
