/** Names of the wire for notices, for both sides; *sic* marks the odd ones of the base. */

// sic: annountCement
export const NOTICE_PATH = '/sys/annountCement';
export const RECEIPT_PATH = '/sys/sysAnnouncementSend';
// sic: doReovkeData
export const REVOKE_PATH = `${NOTICE_PATH}/doReovkeData`;
// sic: syncNotic
export const SYNC_PATH = `${NOTICE_PATH}/syncNotic`;

/** sic: titile */
export const TITLE = 'titile';

/** A notice as the wire gives it. */
export interface Announcement {
  id: string;
  [TITLE]: string;
  msgContent: string;
  msgAbstract: string | null;
  msgCategory: string;
  priority: string;
  msgType: string;
  sender: string;
  /** Real name of the sender. */
  sender_dictText: string;
  sendStatus: string;
  sendTime: string | null;
  cancelTime: string | null;
  startTime: string | null;
  endTime: string | null;
  openType: string | null;
  openPage: string | null;
  busType: string | null;
  busId: string | null;
  /** Joined by commas, with one behind the last; of those who administer notices only. */
  userIds?: string;
  version: number;
  createBy: string | null;
  createTime: string;
}

/** A notice on its way to one reader: `id` is that of the way, `anntId` that of the notice. */
export interface ReceivedAnnouncement extends Omit<Announcement, 'userIds' | 'version'> {
  anntId: string;
  userId: string;
  readFlag: '0' | '1';
  readTime: string | null;
}

/** What the bell shows: unread ones only. */
export interface UnreadAnnouncements {
  anntMsgList: ReceivedAnnouncement[];
  anntMsgTotal: number;
  sysMsgList: ReceivedAnnouncement[];
  sysMsgTotal: number;
}
