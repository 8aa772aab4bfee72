import { notFound } from '#kit/model/refusal.ts';
import { may as holds } from '#kit/server/actor.ts';
import type { Push } from '#kit/server/push.ts';
import { answer, type Call, type Route } from '#kit/server/route.ts';
import { noticeFields } from '../../model/notice-fields.ts';
import {
  NOTICE_PATH,
  REVOKE_PATH,
  SYNC_PATH,
  type Announcement,
  type ReceivedAnnouncement,
} from '../../model/notice-wire.ts';
import { readDraft } from './announcement-draft.ts';
import { receivedNotice } from './announcement-inbox.ts';
import { noticePage, readNotice } from './announcement-list.ts';
import { toAnnouncement } from './announcement-wire.ts';
import {
  addNotice,
  deleteNotices,
  editNotice,
  publishNotice,
  repeatUnread,
  revokeNotice,
} from './announcements.ts';
import type { Services } from '../services.ts';
import { idOf, idsOf } from '../user-routes.ts';

const NEUTRAL = { refusals: 'neutral' } as const;
const may = (verb: string) => ({ permission: `system:announcement:${verb}` });

/** Writing, publishing and withdrawing notices. */
export function announcementRoutes({ push }: Pick<Services, 'push'>): Route[] {
  return [
    {
      ...NEUTRAL,
      method: 'GET',
      path: `${NOTICE_PATH}/list`,
      access: may('list'),
      summary: '系统通告列表',
      query: noticeFields,
      handle: (call) => call.tx((tx) => noticePage(tx, call.query)),
    },
    {
      ...NEUTRAL,
      method: 'GET',
      path: `${NOTICE_PATH}/queryById`,
      access: 'signedIn',
      summary: '系统通告详情：管理者可看全部，其他人只能看发给自己的',
      handle: noticeDetail,
    },
    {
      ...NEUTRAL,
      method: 'POST',
      path: `${NOTICE_PATH}/add`,
      access: may('add'),
      summary: '新增系统通告',
      body: noticeFields,
      handle: async (call) => {
        const id = await call.tx(async (tx) => addNotice(tx, await readDraft(tx, call.body, null)));
        return answer('添加成功！', { id });
      },
    },
    edit('PUT'),
    edit('POST'),
    remove('delete', (query) => [idOf(query['id'])], '删除成功!'),
    remove('deleteBatch', (query) => idsOf(query['ids']), '批量删除成功!'),
    ...publishing(),
    synchronising(push),
  ];
}

const edit = (method: 'PUT' | 'POST'): Route => ({
  ...NEUTRAL,
  method,
  path: `${NOTICE_PATH}/edit`,
  access: may('edit'),
  summary: '编辑未发布的系统通告',
  body: noticeFields,
  handle: async (call) => {
    const id = idOf(call.body['id']);
    const { version } = call.body;
    await call.tx(async (tx) => {
      const draft = await readDraft(tx, call.body, await readNotice(tx, id));
      await editNotice(tx, id, draft, typeof version === 'number' ? version : null);
    });
    return answer('修改成功!');
  },
});

const remove = (
  name: string,
  read: (query: Record<string, string>) => string[],
  said: string,
): Route => ({
  ...NEUTRAL,
  method: 'DELETE',
  path: `${NOTICE_PATH}/${name}`,
  access: may('delete'),
  summary: '删除系统通告',
  handle: async (call) => {
    const ids = read(call.query);
    await call.tx((tx) => deleteNotices(tx, ids));
    return answer(said);
  },
});

/** The base changes state by GET here; the token stands in a header, so that no link can do it. */
function publishing(): Route[] {
  const put = (
    path: string,
    summary: string,
    said: string,
    work: (call: Call) => Promise<void>,
  ): Route => ({
    ...NEUTRAL,
    method: 'GET',
    path,
    access: may('publish'),
    summary,
    handle: async (call) => {
      await work(call);
      return answer(said);
    },
  });
  return [
    put(`${NOTICE_PATH}/doReleaseData`, '发布系统通告', '该系统通知发布成功', (call) => {
      const id = idOf(call.query['id']);
      return call.tx((tx) => publishNotice(tx, id));
    }),
    put(REVOKE_PATH, '撤销系统通告', '该系统通知撤销成功', (call) => {
      const id = idOf(call.query['id']);
      return call.tx((tx) => revokeNotice(tx, id));
    }),
  ];
}

/**
 * The base asks for this after publishing, and again whenever a reader has read: whoever may publish
 * notifies the readers again of what they have not read themselves, for anybody else their own
 * windows look again.
 */
const synchronising = (push: Push): Route => ({
  ...NEUTRAL,
  method: 'GET',
  path: SYNC_PATH,
  access: 'signedIn',
  summary: '再次推送已发布的系统通告；无发布权限或已读时只刷新本人的窗口',
  handle: async (call) => {
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
  },
});

function noticeDetail(call: Call): Promise<Announcement | ReceivedAnnouncement> {
  const id = idOf(call.query['id']);
  const { actor } = call;
  if (actor.userId === null) throw notFound();
  const { userId } = actor;
  return call.tx(async (tx) =>
    holds(actor, 'system:announcement:list')
      ? toAnnouncement(await readNotice(tx, id), actor.zone)
      : receivedNotice(tx, userId, { noticeId: id }),
  );
}
