import { text } from '#kit/model/field.ts';
import { shape } from '#kit/model/route.ts';
import {
  NOTICE_PATH,
  RECEIPT_PATH,
  type NoticeReaders,
  type ReceivedAnnouncement,
  type UnreadAnnouncements,
} from '../notice-wire.ts';
import { guardedRoute, ownRoute } from './neutral.ts';

const publishing = guardedRoute('system:announcement:publish');
const named = { query: { id: text('通告') } };
const writing = { ...named, effect: 'writes' } as const;
const received = { result: shape<ReceivedAnnouncement>() };

/** What is done with notices beside their lists. */
export const noticeCalls = {
  one: ownRoute('GET', `${NOTICE_PATH}/queryById`, '系统通告详情：管理者可看全部，其他人只能看发给自己的', {
    ...named,
    result: shape<Record<string, unknown>>(),
  }),
  // The base changes state by GET here; the token stands in a header, so that no link can do it.
  publish: publishing('GET', `${NOTICE_PATH}/doReleaseData`, '发布系统通告', writing),
  // sic: doReovkeData
  revoke: publishing('GET', `${NOTICE_PATH}/doReovkeData`, '撤销系统通告', writing),
  readers: publishing('GET', `${NOTICE_PATH}/readers`, '已发布通告的收件人与阅读情况', {
    query: shape<{
      id: string;
      readFlag?: string;
      keyword?: string;
      pageNo?: number;
      pageSize?: number;
    }>(),
    result: shape<NoticeReaders>(),
  }),
  // sic: syncNotic
  notifyAgain: ownRoute(
    'GET',
    `${NOTICE_PATH}/syncNotic`,
    '再次推送已发布的系统通告；无发布权限或已读时只刷新本人的窗口',
    { query: { anntId: text('通告') }, effect: 'own' },
  ),
  unread: ownRoute('GET', `${NOTICE_PATH}/listByUser`, '本人未读的通知与系统消息', {
    query: shape<{ pageSize?: number }>(),
    result: shape<UnreadAnnouncements>(),
  }),
  show: ownRoute('GET', `${NOTICE_PATH}/show/:id`, '发给本人的一条通知；页面框架凭 Cookie 取得网页', {
    takesFileCookie: true,
    ...received,
  }),
  mine: ownRoute('GET', `${RECEIPT_PATH}/getOne`, '我的一条通知', {
    query: { sendId: text('通知') },
    ...received,
  }),
  markRead: ownRoute('PUT', `${RECEIPT_PATH}/editByAnntIdAndUserId`, '标为已读；body 中的 userId 不起作用', {
    body: shape<{ anntId: string }>(),
    effect: 'own',
  }),
  readAll: ownRoute('PUT', `${RECEIPT_PATH}/readAll`, '全部标为已读', { effect: 'own' }),
};
