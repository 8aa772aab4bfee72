import type { Dict } from '#kit/model/dict.ts';
import { isPagePath, isWebAddress } from '#kit/model/rich-text.ts';
import type { audiences, noticeCategories, openTypes, priorities } from './dictionaries.ts';

type Code<D> = D extends Dict<infer C> ? C : never;
export type Priority = Code<typeof priorities>;
export type NoticeCategory = Code<typeof noticeCategories>;
export type Audience = Code<typeof audiences>;
export type OpenType = Code<typeof openTypes>;

/** How urgent a notice is, as its reader sees it. */
export const PRIORITY_TITLES: Readonly<Record<Priority, string>> = {
  L: '一般消息',
  M: '重要消息',
  H: '紧急消息',
};

/** 通知 is written by people, 系统消息 by the program. */
export const CATEGORY = { notice: '1', system: '2' } as const satisfies Record<string, NoticeCategory>;

/** 我的通知, which the bell leads to. */
export const MY_NOTICES_PATH = '/isps/userAnnouncement';

/** Who sent what the program itself has to say. */
export const PROGRAM_SENDER = { username: 'system', realname: '系统' };

// Without dots: a name of a registered page, never a way through folders.
const PAGE_NAME = /^[A-Za-z][\w/-]{0,99}$/;

/** Why a notice cannot lead to `page` in that way; null when it can. */
export function targetFault(openType: OpenType | null, page: string | null): string | null {
  if (openType === null) return null;
  if (!page) return openType === 'url' ? '请输入链接地址' : '请输入页面组件';
  if (openType === 'component')
    return PAGE_NAME.test(page) ? null : '页面组件格式不正确，例如 system/UserAnnouncementList';
  return isWebAddress(page) || isPagePath(page) ? null : '链接必须是 http(s) 地址或以 / 开头的站内路径';
}
