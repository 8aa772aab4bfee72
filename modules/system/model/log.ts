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
      requestUrl: text('请求地址'),
      requestType: text('请求方式'),
      requestParam: text('请求参数'),
      touched: text('数据与字段'),
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

/**
 * 数据日志: what was changed of which row, one entry a change. The row as it stood is put together when
 * two of them are compared (kit/server/row-versions.ts).
 */
export const dataLog = defineView(
  {
    module: 'system',
    name: 'dataLog',
    title: '数据日志',
    empty: '新增、修改过的数据会在这里留下版本，可以对比任意两个版本。',
    fields: {
      createTime: datetime('时间'),
      dataTable: text('数据表'),
      tableTitle: text('数据'),
      dataId: text('数据ID'),
      deed: text('操作'),
      username: text('操作人'),
    },
    label: 'tableTitle',
    list: ['createTime', 'tableTitle', 'deed', 'username', 'dataId'],
    search: ['dataId', 'deed', 'username', 'createTime'],
  },
  { path: '/sys/dataLog', repeats: { createBy: 'username' } },
);
