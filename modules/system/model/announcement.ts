import { choice, datetime, text, textarea } from '#kit/model/field.ts';
import { defineComposite, defineView } from '#kit/model/resource.ts';
import type { WireRow } from '#kit/model/row.ts';
import {
  audiences,
  noticeCategories,
  noticeStates,
  openTypes,
  priorities,
  readFlags,
  sendStatuses,
} from './dictionaries.ts';
import { NOTICE_PATH, RECEIPT_PATH, TITLE } from './notice-wire.ts';

/** A notice with its pictures, in characters. */
export const MAX_NOTICE_HTML = 200_000;
/** People who are chosen one by one to read a notice; departments and roles as well. */
export const MAX_READERS = 1000;
const ID_LENGTH = 37;

/** What a notice says, to whom, and where it leads. */
const content = {
  title: text('标题', { required: true, max: 100 }),
  category: choice('消息类型', noticeCategories, { required: true, default: '1' }),
  priority: choice('优先级', priorities, { required: true, default: 'L' }),
  startTime: datetime('开始时间'),
  endTime: datetime('结束时间'),
  abstract: textarea('摘要', { max: 500 }),
  openType: choice('打开方式', openTypes),
  openPage: text('打开页面', { max: 255 }),
  audience: choice('通告对象', audiences, { required: true, default: 'ALL' }),
  content: textarea('内容', { max: MAX_NOTICE_HTML }),
  businessType: text('业务类型', { max: 64 }),
  businessId: text('业务ID', { max: 64 }),
};
const sending = {
  senderName: text('发布人', { derived: true }),
  sendStatus: choice('发布状态', sendStatuses, { derived: true, always: true }),
  sendTime: datetime('发布时间', { derived: true }),
  cancelTime: datetime('撤销时间', { derived: true }),
};
const names = {
  title: TITLE,
  category: 'msgCategory',
  abstract: 'msgAbstract',
  audience: 'msgType',
  content: 'msgContent',
  businessType: 'busType',
  businessId: 'busId',
} as const;

/** 系统通告, for those who write them. */
export const announcement = defineComposite(
  {
    module: 'system',
    name: 'announcement',
    title: '通告',
    fields: {
      ...content,
      // Joined by commas.
      userIds: text('指定用户', { max: MAX_READERS * ID_LENGTH }),
      departIds: text('指定部门', { max: MAX_READERS * ID_LENGTH }),
      roleIds: text('指定角色', { max: MAX_READERS * ID_LENGTH }),
      /** The same in words, as a sheet names them: `部门:客服部;角色:仓库;用户:张三(zhangsan)`. */
      readers: text('通告范围', { derived: true, onSheet: true }),
      /** How it stands now: 已发布 is over once its end has passed. */
      state: choice('当前状态', noticeStates, { derived: true, always: true }),
      sender: text('发布人账号', { derived: true }),
      ...sending,
    },
    label: 'title',
    list: [
      'title',
      'category',
      'priority',
      'audience',
      'readers',
      'state',
      'senderName',
      'sendTime',
      'openType',
      'openPage',
      'content',
    ],
    search: ['title', 'state', 'category', 'priority'],
    form: [['title'], ['category', 'priority'], ['startTime', 'endTime'], ['abstract']],
  },
  {
    path: NOTICE_PATH,
    names: { ...names, senderName: 'sender_dictText' },
    texts: { edit: '修改成功!' },
    serves: ['list', 'add', 'edit', 'delete', 'import', 'export'],
  },
);

/** 我的通知: a notice on its way to one reader; who else reads it is not their business. */
export const receivedNotice = defineView(
  {
    module: 'system',
    name: 'receivedNotice',
    title: '通知',
    fields: {
      ...content,
      ...sending,
      readFlag: choice('阅读状态', readFlags),
      readTime: datetime('阅读时间'),
      announcementId: text('通告ID'),
      userId: text('用户ID'),
      createBy: text('创建人'),
      createTime: datetime('创建时间'),
    },
    label: 'title',
    list: ['title', 'category', 'priority', 'senderName', 'sendTime', 'readFlag'],
    search: ['title', 'senderName', 'readFlag', 'category'],
    sort: { field: 'sendTime', order: 'desc' },
  },
  {
    path: RECEIPT_PATH,
    paths: { list: 'getMyAnnouncementSend' },
    // Readers know people by their names, and the base shows them this field.
    names: { ...names, senderName: 'sender', announcementId: 'anntId' },
    repeats: { sender_dictText: 'sender' },
    open: ['list'],
  },
);

export type Notice = WireRow<typeof announcement>;
