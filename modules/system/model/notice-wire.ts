/** Names of the wire for notices, for both sides; *sic* marks the odd ones of the base. */

// sic: annountCement
export const NOTICE_PATH = '/sys/annountCement';
export const RECEIPT_PATH = '/sys/sysAnnouncementSend';
/** sic: titile */
export const TITLE = 'titile';

/** A notice on its way to one reader: `id` is that of the way, `anntId` that of the notice. */
export interface ReceivedAnnouncement {
  id: string;
  anntId: string;
  [TITLE]: string;
  msgContent: string;
  msgAbstract: string | null;
  priority: string;
  /** Real name of the sender. */
  sender_dictText: string;
  sendTime: string | null;
  openType: string | null;
  openPage: string | null;
  readFlag: '0' | '1';
}

/** What the bell shows: unread ones only. */
export interface UnreadAnnouncements {
  anntMsgList: ReceivedAnnouncement[];
  anntMsgTotal: number;
  sysMsgList: ReceivedAnnouncement[];
  sysMsgTotal: number;
}

/** Who has read a notice and who has not, for its publisher. */
export interface NoticeReaders {
  total: number;
  /** Of all it is for, whatever was asked. */
  readCount: number;
  readerCount: number;
  records: {
    id: string;
    username: string;
    realname: string;
    departNames: string | null;
    readFlag: '0' | '1';
    readTime: string | null;
  }[];
}
