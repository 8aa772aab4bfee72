import { choice, date, datetime, integer, text } from '#kit/model/field.ts';
import { defineView } from '#kit/model/resource.ts';
import { logTypes, operateTypes, sexes } from './dictionaries.ts';

/** 日志: who signed in (1), or who did what (2). The two are never listed together. */
export const log = defineView(
  {
    module: 'system',
    name: 'log',
    title: '日志',
    fields: {
      createTime: datetime('时间'),
      logType: choice('日志类型', logTypes),
      logContent: text('日志内容'),
      operateType: choice('操作类型', operateTypes),
      userId: text('操作人ID'),
      username: text('操作人'),
      ip: text('IP', { max: 45 }),
      method: text('操作代码'),
      requestParam: text('数据与字段'),
      userAgent: text('浏览器'),
      costTime: integer('耗时(毫秒)'),
    },
    label: 'logContent',
    list: ['createTime', 'logContent', 'username', 'ip'],
    search: ['logContent', 'username', 'ip', 'createTime'],
  },
  {
    path: '/sys/log',
    names: { userId: 'userid' },
    numbers: ['logType', 'operateType'],
    repeats: { createBy: 'username' },
    // The base keeps how a deed was called; here its right says what it was.
    constants: { requestUrl: null, requestType: null },
  },
);

/** 在线用户: sessions of the tenant that are open now. */
export const online = defineView(
  {
    module: 'system',
    name: 'online',
    title: '在线用户',
    fields: {
      username: text('用户账号'),
      realname: text('用户姓名'),
      avatar: text('头像'),
      birthday: date('生日'),
      sex: choice('性别', sexes),
      phone: text('手机号码'),
      ip: text('IP', { max: 45 }),
      userAgent: text('浏览器'),
      createTime: datetime('登录时间'),
      lastSeen: datetime('最近活动'),
    },
    label: 'username',
    list: ['username', 'realname', 'ip', 'userAgent', 'createTime', 'lastSeen'],
    search: ['username', 'realname', 'ip'],
  },
  {
    path: '/sys/online',
    numbers: ['sex'],
    // sic: forceLogout sends the public name of the session back under this one.
    repeats: { token: 'id' },
  },
);
