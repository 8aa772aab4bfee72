import { toWireTime } from '#kit/model/time.ts';
import { cleanRichText } from '#kit/server/rich-text.ts';
import { audiences, noticeCategories, priorities, sendStatuses } from '../../model/dictionaries.ts';
import { PROGRAM_SENDER } from '../../model/notice.ts';
import { TITLE, type Announcement, type ReceivedAnnouncement } from '../../model/notice-wire.ts';

/** Notices as the wire has them; its names stand in model/notice-wire.ts. */

export interface NoticeRow {
  id: string;
  title: string;
  content: string;
  abstract: string | null;
  category: string;
  priority: string;
  audience: string;
  userIds: string[];
  startTime: Date | null;
  endTime: Date | null;
  sender: string | null;
  senderName: string | null;
  sendStatus: string;
  sendTime: Date | null;
  cancelTime: Date | null;
  openType: string | null;
  openPage: string | null;
  businessType: string | null;
  businessId: string | null;
  createBy: string | null;
  createTime: Date;
  updateBy: string | null;
  updateTime: Date | null;
  version: number;
}

export interface ReceivedRow extends NoticeRow {
  announcementId: string;
  userId: string;
  isRead: boolean;
  readTime: Date | null;
}

const time = (value: Date | null, zone: string): string | null =>
  value ? toWireTime(value, zone) : null;

const shared = (row: NoticeRow, zone: string) => ({
  [TITLE]: row.title,
  msgContent: cleanRichText(row.content),
  msgAbstract: row.abstract,
  msgCategory: row.category,
  msgCategory_dictText: noticeCategories.items[row.category as '1'],
  priority: row.priority,
  priority_dictText: priorities.items[row.priority as 'L'],
  msgType: row.audience,
  msgType_dictText: audiences.items[row.audience as 'ALL'],
  // Nobody has sent a draft yet.
  sender: row.sendTime === null ? '' : (row.sender ?? PROGRAM_SENDER.username),
  sender_dictText: row.senderName ?? '',
  sendStatus: row.sendStatus,
  sendStatus_dictText: sendStatuses.items[row.sendStatus as '0'],
  sendTime: time(row.sendTime, zone),
  cancelTime: time(row.cancelTime, zone),
  startTime: time(row.startTime, zone),
  endTime: time(row.endTime, zone),
  openType: row.openType,
  openPage: row.openPage,
  busType: row.businessType,
  busId: row.businessId,
  createBy: row.createBy,
  createTime: toWireTime(row.createTime, zone),
});

/** SysAnnouncement, for those who administer notices. */
export const toAnnouncement = (row: NoticeRow, zone: string): Announcement => ({
  id: row.id,
  ...shared(row, zone),
  // sic: a comma stands behind the last one.
  userIds: row.userIds.map((id) => `${id},`).join(''),
  version: row.version,
});

/** As one of its readers gets it: who else reads it is not their business. */
export const toReceived = (row: ReceivedRow, zone: string): ReceivedAnnouncement => ({
  id: row.id,
  anntId: row.announcementId,
  userId: row.userId,
  readFlag: row.isRead ? '1' : '0',
  readTime: time(row.readTime, zone),
  ...shared(row, zone),
  // Readers know people by their names, and the base shows them this field.
  sender: row.senderName ?? '',
});
