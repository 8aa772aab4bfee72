import type { Audience, NoticeCategory, OpenType, Priority } from '../../model/notice.ts';

/** A notice as it is stored before it is published. */
export interface NoticeDraft {
  title: string;
  content: string;
  abstract: string | null;
  category: NoticeCategory;
  priority: Priority;
  audience: Audience;
  userIds: readonly string[];
  departIds: readonly string[];
  roleIds: readonly string[];
  startTime: Date | null;
  endTime: Date | null;
  openType: OpenType | null;
  openPage: string | null;
  businessType: string | null;
  businessId: string | null;
}
