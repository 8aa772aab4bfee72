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
  user_ids: string[];
  start_time: Date | null;
  end_time: Date | null;
  sender: string | null;
  sender_name: string | null;
  send_status: string;
  send_time: Date | null;
  cancel_time: Date | null;
  open_type: string | null;
  open_page: string | null;
  business_type: string | null;
  business_id: string | null;
  create_by: string | null;
  create_time: Date;
  update_by: string | null;
  update_time: Date | null;
  version: number;
}

export interface ReceivedRow extends NoticeRow {
  announcement_id: string;
  user_id: string;
  is_read: boolean;
  read_time: Date | null;
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
  sender: row.send_time === null ? '' : (row.sender ?? PROGRAM_SENDER.username),
  sender_dictText: row.sender_name ?? '',
  sendStatus: row.send_status,
  sendStatus_dictText: sendStatuses.items[row.send_status as '0'],
  sendTime: time(row.send_time, zone),
  cancelTime: time(row.cancel_time, zone),
  startTime: time(row.start_time, zone),
  endTime: time(row.end_time, zone),
  openType: row.open_type,
  openPage: row.open_page,
  busType: row.business_type,
  busId: row.business_id,
  createBy: row.create_by,
  createTime: toWireTime(row.create_time, zone),
});

/** SysAnnouncement, for those who administer notices. */
export const toAnnouncement = (row: NoticeRow, zone: string): Announcement => ({
  id: row.id,
  ...shared(row, zone),
  // sic: a comma stands behind the last one.
  userIds: row.user_ids.map((id) => `${id},`).join(''),
  version: row.version,
});

/** As one of its readers gets it: who else reads it is not his business. */
export const toReceived = (row: ReceivedRow, zone: string): ReceivedAnnouncement => ({
  id: row.id,
  anntId: row.announcement_id,
  userId: row.user_id,
  readFlag: row.is_read ? '1' : '0',
  readTime: time(row.read_time, zone),
  ...shared(row, zone),
  // Readers know people by their names, and the base shows them this field.
  sender: row.sender_name ?? '',
});
