import { toWireTime } from '#kit/model/time.ts';
import { may as holds } from '#kit/server/actor.ts';
import { answer, implement, type CallOf, type Route } from '#kit/server/route.ts';
import { idOf } from '#kit/server/row-id.ts';
import type { NoticeReaders } from '../../model/notice-wire.ts';
import { noticeCalls } from '../../model/routes/notices.ts';
import type { Services } from '../services.ts';
import { readerOf, receivedRow, shownTo, unreadNotices } from './announcement-inbox.ts';
import { noticeInFull, requireSeenNotice, seesNotice } from './announcement-list.ts';
import { publishNotice, repeatUnread, revokeNotice } from './announcements.ts';
import { readersPage, readRates } from './notice-readers.ts';

const MOST_READERS = 100;
const LAST_PAGE = 100_000;

/** Publishing and withdrawing notices, and reading one. */
export function announcementRoutes({ push }: Pick<Services, 'push'>): Route[] {
  return [
    implement(noticeCalls.one, (call) => {
      const id = idOf(call.query.id);
      const { actor } = call;
      const userId = readerOf(actor);
      return call.tx(async (tx) =>
        holds(actor, 'system:announcement:list') && (await seesNotice(tx, id))
          ? noticeInFull(tx, id)
          : { ...shownTo(tx, await receivedRow(tx, userId, { noticeId: id })) },
      );
    }),
    implement(noticeCalls.publish, async (call) => {
      const id = idOf(call.query.id);
      await call.tx(async (tx) => {
        await requireSeenNotice(tx, id);
        await publishNotice(tx, id);
      });
      return answer('该系统通知发布成功');
    }),
    implement(noticeCalls.revoke, async (call) => {
      const id = idOf(call.query.id);
      await call.tx(async (tx) => {
        await requireSeenNotice(tx, id);
        await revokeNotice(tx, id);
      });
      return answer('该系统通知撤销成功');
    }),
    implement(noticeCalls.readers, readersAnswer),
    // The base asks for this after publishing, and again whenever a reader has read: whoever may
    // publish notifies the readers again of what they have not read themselves, for anybody else
    // their own windows look again.
    implement(noticeCalls.notifyAgain, async (call) => {
      const { actor } = call;
      const { anntId } = call.query;
      const userId = readerOf(actor);
      const isRepeated =
        anntId !== undefined &&
        holds(actor, 'system:announcement:publish') &&
        (await call.tx(async (tx) => {
          const id = idOf(anntId);
          return (await seesNotice(tx, id)) && repeatUnread(tx, userId, id);
        }));
      if (isRepeated) return answer('推送成功');
      const { anntMsgTotal, sysMsgTotal } = await call.tx((tx) => unreadNotices(tx, userId, 1));
      const msgId = String(anntId ?? '').slice(0, 40);
      const news = { cmd: 'user', userId, msgId, msgTxt: '', anntMsgTotal, sysMsgTotal };
      push.toUser(actor.tenant, userId, news);
      return answer('推送成功');
    }),
  ];
}

/** Who has read a notice and who has not; of one that is not out nobody. */
async function readersAnswer(call: CallOf<typeof noticeCalls.readers>): Promise<NoticeReaders> {
  const id = idOf(call.query.id);
  const { readFlag, keyword = '', pageNo, pageSize } = call.query;
  const request = {
    readFlag: readFlag === '0' || readFlag === '1' ? (readFlag as '0' | '1') : undefined,
    keyword: keyword.trim().slice(0, 100),
    pageNo: bounded(pageNo, 1, LAST_PAGE),
    pageSize: bounded(pageSize, 10, MOST_READERS),
  };
  const { zone } = call.actor;
  return call.tx(async (tx) => {
    await requireSeenNotice(tx, id);
    await noticeInFull(tx, id);
    const rates = await readRates(tx, [{ id, sendStatus: '1' }]);
    const { records, total } = await readersPage(tx, id, request);
    return {
      records: records.map(({ readTime, ...one }) => ({
        ...one,
        readTime: readTime && toWireTime(readTime, zone),
      })),
      total,
      ...(rates.get(id) ?? { readCount: 0, readerCount: 0 }),
    };
  });
}

const bounded = (given: string | undefined, usual: number, most: number): number =>
  Math.min(Math.max(1, Math.floor(Number(given)) || usual), most);
