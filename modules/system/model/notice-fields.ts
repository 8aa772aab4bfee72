import { choice, datetime, text, textarea } from '#kit/model/field.ts';
import { audiences, noticeCategories, openTypes, priorities } from './dictionaries.ts';
import { TITLE } from './notice-wire.ts';

/** A notice with its pictures, in characters. */
export const MAX_NOTICE_HTML = 200_000;

/** A notice as it is written. */
export const noticeFields = {
  [TITLE]: text('标题', { required: true, max: 100 }),
  msgCategory: choice('消息类型', noticeCategories, { required: true, default: '1' }),
  priority: choice('优先级', priorities, { required: true, default: 'L' }),
  startTime: datetime('开始时间'),
  endTime: datetime('结束时间'),
  msgAbstract: textarea('摘要', { max: 500 }),
  openType: choice('打开方式', openTypes),
  openPage: text('打开页面', { max: 255 }),
  msgType: choice('通告对象', audiences, { required: true, default: 'ALL' }),
  msgContent: textarea('内容', { max: MAX_NOTICE_HTML }),
  busType: text('业务类型', { max: 64 }),
  busId: text('业务ID', { max: 64 }),
};
