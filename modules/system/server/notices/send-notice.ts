import type { Tx } from '#kit/server/database.ts';
import { MAX_NOTICE_HTML } from '../../model/announcement.ts';
import { CATEGORY, targetFault, type NoticeCategory, type OpenType, type Priority } from '../../model/notice.ts';
import { putOut, storeNotice } from './announcements.ts';

/** What a module has to say to people of its tenant. */
export interface OutgoingNotice {
  /** Who gets it; 'all' = everybody of the tenant. */
  to: readonly string[] | 'all';
  /** Text; what is behind the hundredth character is cut off. */
  title: string;
  /** Escape what comes from outside: it is cleaned, but tags in it count as tags. */
  html: string;
  abstract?: string;
  /** 系统消息 by default. */
  category?: NoticeCategory;
  /** L by default; H stands out once as a notification. */
  priority?: Priority;
  /** `url`: openPage is a path of the console or an address; `component`: a registered page. */
  openType?: OpenType;
  openPage?: string;
  businessType?: string;
  businessId?: string;
  /** After this it is not shown as unread any more. */
  endTime?: Date;
}

/**
 * Sends a notice within the transaction of what it tells of: it is there when that is.
 * @returns its id
 */
export async function sendNotice(tx: Tx, notice: OutgoingNotice): Promise<string> {
  const { to, title, html, openType = null, openPage = null } = notice;
  const fault = targetFault(openType, openPage);
  if (fault) throw new Error(`notice "${title}" leads nowhere: ${openType} ${openPage}`);
  if (html.length > MAX_NOTICE_HTML) throw new Error(`notice "${title}" is too long`);
  const id = await storeNotice(tx, {
    title: title.slice(0, 100),
    content: html,
    abstract: notice.abstract ?? null,
    category: notice.category ?? CATEGORY.system,
    priority: notice.priority ?? 'L',
    audience: to === 'all' ? 'ALL' : 'USER',
    userIds: to === 'all' ? [] : [...new Set(to)],
    departIds: [],
    roleIds: [],
    startTime: null,
    endTime: notice.endTime ?? null,
    openType,
    openPage,
    businessType: notice.businessType ?? null,
    businessId: notice.businessId ?? null,
  });
  await putOut(tx, id, null);
  return id;
}
