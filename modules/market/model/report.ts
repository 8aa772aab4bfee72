import { dict } from '#kit/model/dict.ts';
import { choice, date, datetime, files, flag, integer, json, link, text, textarea } from '#kit/model/field.ts';
import { defineLifecycle } from '#kit/model/lifecycle.ts';
import { defineLedger, defineRegister } from '#kit/model/resource.ts';
import type { RowOf } from '#kit/model/row.ts';

/** What a report is about: five that every marketplace has, and those of a partner portal (channels.md §1.11). */
export const reportType = dict('market_report_type', {
  sales: '销售',
  traffic: '流量',
  inventory: '库存',
  settlement: '结算',
  searchTerm: '搜索词',
  listingHealth: 'Listing健康度',
  optionDrilldown: '选项明细',
  costStack: '成本构成',
  promotionRevenue: '促销收入',
  cancellationPolicy: '取消政策',
  adCampaign: '广告活动',
  adListing: '广告商品',
});
export type ReportType = keyof typeof reportType.items;

const adWindow = dict('market_ad_window', { '14': '14天', '28': '28天', '56': '56天' });
const adGrouping = dict('market_ad_grouping', { none: '整个期间', month: '按月', week: '按周', day: '按天' });

const reportStatus = dict('market_report_status', {
  requested: '待申请',
  processing: '平台生成中',
  ready: '解析中',
  parsed: '已解析',
  failed: '解析失败',
});

/** In which order the days of a file are written, where they may be read two ways. */
const reportDates = dict('market_report_dates', { mdy: '月/日/年', dmy: '日/月/年' });

/** Rows that one file may have. */
export const MOST_REPORT_ROWS = 50_000;

/** 市场报表: what a marketplace tells of one of our shops about a period, once per type; the newest file counts. */
export const marketReport = defineRegister({
  module: 'market',
  name: 'marketReport',
  title: '市场报表',
  empty: '点“新增”登记要取的报表，到平台后台下载后在这一行上传文件；系统按列名解析。',
  fields: {
    sellerId: link('卖家', 'market:seller', { required: true, hint: '自有卖家' }),
    accountId: link('店铺', 'base:channelAccount', { always: true, derived: true }),
    type: choice('类型', reportType, { required: true, default: 'sales' }),
    periodFrom: date('期间从', { required: true }),
    periodTo: date('期间到', { required: true }),
    name: text('报表', { always: true, derived: true }),
    dueOn: date('最晚取得', { hint: '到期前在工作台提醒' }),
    status: choice('状态', reportStatus, { always: true, derived: true }),
    edition: integer('版本', { always: true, derived: true }),
    rowCount: integer('行数', { derived: true }),
    doneRows: integer('已解析行', { always: true, derived: true }),
    fault: text('失败原因', { derived: true }),
    faultRow: integer('出错行', { derived: true }),
    parsedAt: datetime('解析时间', { derived: true }),
    byCall: flag('接口取得', { always: true, derived: true }),
    note: textarea('备注', { max: 500 }),
  },
  label: 'name',
  list: [
    { key: 'name', under: ['note'] },
    'type',
    { key: 'sellerId', under: ['accountId'] },
    { key: 'periodFrom', under: ['periodTo'] },
    { key: 'rowCount', under: ['edition'] },
    { key: 'status', under: ['fault'] },
    'dueOn',
    'parsedAt',
    'createTime',
  ],
  search: ['type', 'sellerId', 'accountId', 'periodFrom', 'periodTo', 'dueOn', 'parsedAt', 'createTime'],
  form: [['sellerId', 'type'], ['periodFrom', 'periodTo'], ['dueOn'], ['note']],
  scope: { shops: 'accountId' },
  lines: { 'market:marketReportEdition': 'reportId' },
});
export type MarketReportRow = RowOf<typeof marketReport>;

export const marketReportLifecycle = defineLifecycle(marketReport, {
  initial: 'requested',
  births: { add: '新增' },
  states: {
    requested: ['待申请', 'warn'],
    processing: ['平台生成中', 'busy'],
    ready: ['解析中', 'busy'],
    parsed: ['已解析', 'done'],
    failed: ['解析失败', 'bad'],
  },
  tabs: {
    waiting: { title: '待取得', states: ['requested', 'processing'] },
    ready: { title: '解析中', states: ['ready'] },
    parsed: { title: '已解析', states: ['parsed'] },
    failed: { title: '解析失败', states: ['failed'] },
  },
  moves: {
    ask: {
      title: '已在平台申请',
      from: ['requested'],
      to: 'processing',
      submits: { in: ['processing'], said: '已登记', next: '平台生成好后下载，再上传文件' },
    },
    fetch: {
      title: '接口取得',
      from: ['requested', 'parsed', 'failed'],
      to: 'processing',
      needs: 'adReports',
      input: {
        attribution: choice('归因窗口', adWindow, {
          required: true,
          default: '28',
          hint: '点击后多少天内的成交算广告的',
        }),
        grouping: choice('汇总', adGrouping, { required: true, default: 'none' }),
      },
      submits: { in: ['processing'], said: '已向平台申请', next: '平台生成好后自动下载并解析' },
    },
    upload: {
      title: '上传文件',
      from: ['requested', 'processing', 'parsed', 'failed'],
      to: ['ready', 'same'],
      input: {
        file: files('文件', { required: true, max: 1, hint: '平台下载的 csv、xls 或 xlsx，不用改' }),
        dates: choice('日期写法', reportDates, { hint: '如 03/04/2026 是3月4日还是4月3日；写法不含糊时不用选' }),
      },
      submits: { in: ['ready'], said: '文件已收到', next: '系统正在解析' },
    },
    reparse: {
      title: '重新解析',
      from: ['parsed', 'failed'],
      to: 'ready',
      input: { dates: choice('日期写法', reportDates, { hint: '上次提示日期写法不明时选' }) },
      submits: { in: ['ready'], said: '已提交', next: '系统正在解析' },
    },
    finish: { title: '解析完成', from: ['ready'], to: 'parsed', system: true },
    receive: { title: '平台已生成', from: ['processing'], to: 'ready', system: true },
    fail: { title: '失败', from: ['ready', 'processing'], to: 'failed', system: true },
  },
});

const editionStatus = dict('market_report_edition_status', { ready: '解析中', parsed: '已解析', failed: '解析失败' });

/** 报表版本: one file of a report; the newest counts, older ones stay to be looked at. */
export const marketReportEdition = defineLedger({
  module: 'market',
  name: 'marketReportEdition',
  title: '报表版本',
  fields: {
    reportId: link('市场报表', 'market:marketReport', { required: true }),
    edition: integer('版本', { always: true }),
    fileName: text('文件名', { always: true }),
    status: choice('状态', editionStatus, { always: true }),
    rowCount: integer('行数'),
    fault: text('失败原因'),
    faultRow: integer('出错行'),
    notes: text('说明'),
    columns: json('列'),
    original: files('原件', { max: 1, always: true }),
    parsedAt: datetime('解析时间'),
  },
  label: 'fileName',
  list: ['edition', 'fileName', 'status', 'rowCount', 'fault', 'original', 'createBy', 'createTime', 'parsedAt'],
  search: ['reportId', 'status', 'createTime'],
  form: [['reportId', 'edition'], ['fileName', 'status'], ['rowCount', 'parsedAt'], ['fault'], ['original']],
  sort: { field: 'edition', order: 'desc' },
});
export type EditionRow = RowOf<typeof marketReportEdition>;

/** 市场报表行: one row of a file, by the columns that its type knows. */
export const marketReportRow = defineLedger({
  module: 'market',
  name: 'marketReportRow',
  title: '市场报表行',
  fields: {
    reportId: link('市场报表', 'market:marketReport', { required: true }),
    edition: integer('版本', { always: true }),
    rowNo: integer('文件行', { always: true }),
    values: json('内容', { always: true }),
  },
  label: 'id',
  list: ['reportId', 'edition', 'rowNo'],
  search: ['reportId', 'edition', 'rowNo'],
  form: [['reportId', 'edition'], ['rowNo'], ['values']],
  sort: { field: 'rowNo', order: 'asc' },
  scope: { of: ['reportId'] },
});
