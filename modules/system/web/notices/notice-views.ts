import { choice, datetime, text } from '#kit/model/field.ts';
import type { Row } from '#kit/web/index.ts';
import {
  noticeCategories,
  audiences,
  priorities,
  readFlags,
  sendStatuses,
} from '../../model/dictionaries.ts';
import { TITLE, type Announcement, type ReceivedAnnouncement } from '../../model/notice-wire.ts';
import { view } from '../views.ts';

export type Notice = Announcement & Row;
export type ReceivedNotice = ReceivedAnnouncement & Row;

const msgCategory = choice('类型', noticeCategories);
const priority = choice('优先级', priorities);
const sendTime = datetime('发布时间');

/** Notices as those who write them list them. */
export const noticeView = view(
  'notice',
  '系统通告',
  {
    [TITLE]: text('标题'),
    msgCategory,
    priority,
    msgType: choice('通告对象', audiences),
    sendStatus: choice('发布状态', sendStatuses),
    sender: text('发布人'),
    sendTime,
    cancelTime: datetime('撤销时间'),
  },
  { label: TITLE, list: [TITLE], search: [TITLE, 'sendStatus', 'msgCategory', 'priority'] },
);

/** Notices somebody was sent, as they list them. */
export const receivedView = view(
  'receivedNotice',
  '通知',
  {
    [TITLE]: text('标题'),
    senderName: text('发布人'),
    readFlag: choice('阅读状态', readFlags),
    msgCategory,
    priority,
    sendTime,
  },
  {
    label: TITLE,
    list: [TITLE],
    search: [TITLE, 'senderName', 'readFlag', 'msgCategory'],
    sort: { field: 'sendTime', order: 'desc' },
  },
);
