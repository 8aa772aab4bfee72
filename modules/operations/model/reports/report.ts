import { dict } from '#kit/model/dict.ts';
import { choice, flag, link, text, textarea } from '#kit/model/field.ts';
import { defineComposite } from '#kit/model/resource.ts';
import type { WireRow } from '#kit/model/row.ts';

/** Where the rows of a report come from. */
export const reportKinds = dict('report_kind', { rows: '系统数据', query: '数据源查询' });
/** Codes of the base. */
const returnTypes = dict('report_return_type', { '1': '单选', '2': '多选' }, ['1', '2']);

/** Reports of a tenant; menus and lists show them all. */
export const MOST_REPORTS = 200;

/** To write what is asked of a database of somebody else's. */
export const WRITE_QUERIES = 'operations:report:query';

/** 在线报表: what a report shows of which rows. Those that the product brings along stand among the tenant's own. */
export const report = defineComposite(
  {
    module: 'operations',
    name: 'report',
    title: '在线报表',
    empty: '报表从系统数据或数据源里取数：选数据、勾列、加合计和图表，再放进菜单给指定角色看。',
    fields: {
      code: text('报表编码', { required: true, rule: 'code', max: 64 }),
      name: text('报表名称', { required: true, max: 100 }),
      kind: choice('取数方式', reportKinds, { default: 'rows' }),
      source: text('数据', { max: 100 }),
      dataSourceId: link('数据源', 'operations:dataSource', { hint: '目前只能选 PostgreSQL 数据源' }),
      sql: textarea('查询', { max: 10_000 }),
      items: textarea('列', { required: true, max: 20_000, structured: true }),
      params: textarea('参数', { max: 10_000, structured: true }),
      layout: textarea('图表与排序', { max: 4000, structured: true }),
      roles: text('可看的角色', { max: 500, hint: '留空只有能编辑报表的人看得到' }),
      menuParent: text('菜单位置', { max: 100, hint: '留空不进菜单' }),
      returnValueField: text('返回值字段', { max: 64 }),
      returnTextField: text('返回文本字段', { max: 64 }),
      returnType: choice('返回类型', returnTypes, { default: '1', hint: '弹窗没有指定时，选一行还是几行' }),
      appId: text('应用', { max: 64 }),
      note: text('说明', { max: 500 }),
      isBuiltIn: flag('系统报表', { derived: true, always: true }),
      waitsFor: text('等待', { derived: true }),
    },
    label: 'name',
    list: [
      'name',
      'code',
      'kind',
      'source',
      'dataSourceId',
      'sql',
      'isBuiltIn',
      'waitsFor',
      'menuParent',
      'createTime',
    ],
    search: ['name', 'code', 'kind', 'isBuiltIn'],
    form: [
      ['code', 'name'],
      ['kind', 'source'],
      ['dataSourceId', 'sql'],
      ['items'],
      ['params'],
      ['layout'],
      ['roles', 'menuParent'],
      ['returnValueField', 'returnTextField'],
      ['returnType'],
      ['note'],
    ],
  },
  {
    path: '/online/cgreport/head',
    table: 'onl_cgreport_head',
    names: {
      sql: 'cgrSql',
      dataSourceId: 'dbSource',
      returnValueField: 'returnValField',
      returnTextField: 'returnTxtField',
      note: 'content',
      appId: 'lowAppId',
    },
  },
);

export type ShownReport = WireRow<typeof report>;
