import { dict } from '#kit/model/dict.ts';
import { choice, date, files, integer, link, money, text } from '#kit/model/field.ts';
import { defineLedger } from '#kit/model/resource.ts';
import type { RowOf } from '#kit/model/row.ts';
import { defineRoute, shape } from '#kit/model/route.ts';

/** What a file was: of an EDI file with several kinds of documents, that. */
export const reportKind = dict('report_kind', {
  remittance: '回款单',
  deduction: '扣款',
  invoice: '发票核对',
  bankLine: '银行流水',
  mixed: 'EDI 多种单据',
});
export type ReportKind = keyof typeof reportKind.items;

/** Rows that one file may have: it is read and taken whole. */
export const MOST_REPORT_ROWS = 20_000;

/** 报表文件: a file that was taken in, once; what became of its rows, and the file itself. */
export const reportFile = defineLedger({
  module: 'finance',
  name: 'reportFile',
  title: '报表文件',
  empty: '把平台后台、EDI、银行或其他来源的回款、扣款、对账单文件拖进来，系统认出是什么并导入。',
  fields: {
    fileName: text('文件名', { always: true }),
    kind: choice('内容', reportKind, { always: true }),
    layout: text('格式', { always: true }),
    formatId: link('报表格式', 'finance:reportFormat'),
    accountId: link('店铺', 'base:channelAccount'),
    periodFrom: date('期间从'),
    periodTo: date('期间到'),
    sheetName: text('工作表'),
    rowCount: integer('行数', { always: true }),
    addedCount: integer('新增', { always: true }),
    sameCount: integer('已有', { always: true }),
    differsCount: integer('不一致', { always: true }),
    note: text('说明'),
    original: files('原件', { max: 1, always: true }),
  },
  label: 'fileName',
  list: [
    { key: 'fileName', under: ['sheetName'] },
    { key: 'kind', under: ['layout'] },
    'accountId',
    { key: 'periodFrom', under: ['periodTo'] },
    { key: 'rowCount', under: ['addedCount', 'sameCount'] },
    'differsCount',
    'note',
    'original',
    'createBy',
    'createTime',
  ],
  search: ['fileName', 'kind', 'accountId', 'formatId', 'periodFrom', 'differsCount', 'createTime'],
  form: [
    ['fileName', 'kind'],
    ['layout', 'formatId'],
    ['accountId', 'sheetName'],
    ['periodFrom', 'periodTo'],
    ['rowCount', 'addedCount'],
    ['sameCount', 'differsCount'],
    ['original', 'note'],
  ],
  scope: { allOf: { shops: 'shopIds' } },
  lines: { 'finance:reportRow': 'fileId' },
});

/** What became of a row. */
export const rowOutcome = dict('report_row_outcome', {
  added: '新增',
  edited: '补全',
  same: '已有',
  equal: '一致',
  differs: '不一致',
  missing: '没有这张发票',
  skipped: '不用导入',
});
export type RowOutcome = keyof typeof rowOutcome.items;

/** 报表行: one row of a file, or one document of an EDI file, and what it became here. */
export const reportRow = defineLedger({
  module: 'finance',
  name: 'reportRow',
  title: '报表行',
  fields: {
    fileId: link('报表文件', 'finance:reportFile', { required: true }),
    sheetName: text('工作表'),
    rowNo: integer('文件行', { always: true, hint: 'EDI 文件是第几段' }),
    no: text('单号'),
    poNo: text('PO号'),
    currency: text('币种'),
    amount: money('金额', 'currency'),
    outcome: choice('结果', rowOutcome, { always: true }),
    note: text('说明'),
    remittanceId: link('回款单', 'finance:remittance'),
    deductionId: link('扣款', 'finance:deduction'),
    invoiceId: link('发票', 'finance:invoice'),
    bankLineId: link('银行流水', 'finance:bankLine'),
  },
  label: 'id',
  list: ['rowNo', 'no', 'poNo', 'amount', 'outcome', 'note', 'remittanceId', 'deductionId', 'invoiceId', 'bankLineId'],
  search: ['fileId', 'outcome', 'remittanceId', 'deductionId', 'invoiceId'],
  form: [
    ['fileId', 'rowNo'],
    ['no', 'amount'],
    ['outcome', 'note'],
  ],
  sort: { field: 'rowNo', order: 'asc' },
});
export type ReportRowRow = RowOf<typeof reportRow>;

/** A file that nobody has explained yet: what a person needs to explain it. */
export interface UnknownReport {
  sheetName: string | null;
  titles: string[];
  /** Its first rows, by the order of `titles`. */
  samples: string[][];
  /** A guess at the columns of a format, by its fields. */
  guess: Record<string, string>;
  /** A format that it nearly is, and the columns of that it lacks. */
  near: { id: string; name: string; missing: string[] } | null;
}

/** What became of a file: taken in, there already, or a question. */
export interface ReportAnswer {
  state: 'taken' | 'same' | 'unknown';
  /** Of the report file; null where it is not there, or not for these eyes. */
  id: string | null;
  summary: string;
  unknown: UnknownReport | null;
}

/** 报表收件箱: any file is sent here; what it is is known from what is in it. */
export const takeReportRoute = defineRoute({
  method: 'POST',
  path: '/finance/inbox/take',
  access: { permission: 'finance:reportFile:import' },
  summary: '报表收件箱：识别并导入一个文件',
  query: {
    accountId: link('店铺', 'base:channelAccount'),
    bankAccountId: link('账户', 'purchasing:payingAccount'),
    dates: text('日期写法', { max: 3 }),
  },
  takesFile: true,
  result: shape<ReportAnswer>(),
});
