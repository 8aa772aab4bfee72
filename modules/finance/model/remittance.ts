import { dict } from '#kit/model/dict.ts';
import { choice, date, datetime, integer, link, money, price, rate, text } from '#kit/model/field.ts';
import { defineDocument } from '#kit/model/resource.ts';
import type { RowOf } from '#kit/model/row.ts';
import { MOST_AMOUNT } from '#kit/model/money.ts';

/** What a line of a remittance is about (domain.md §2.6). */
export const remittanceLineKind = dict('remittance_line_kind', {
  invoicePay: '货款',
  deduction: '扣款',
  fee: '平台费',
  ad: '广告费',
  chargeback: '拒付',
  earlyPayDiscount: '提前付款折扣',
  reserve: '预留款',
  adjust: '其他调整',
});
export type RemittanceLineKind = keyof typeof remittanceLineKind.items;

/** By what a line found what it pays; the ladder of domain.md §3.5 from top to bottom. */
export const matchMethod = dict('remittance_match_method', {
  invoice: '发票号+金额',
  po: 'PO号+金额',
  tolerance: '容差内',
  deduction: '已公布扣款',
  newDeduction: '新扣款',
  cost: '费用',
  hand: '手工',
});
export type MatchMethod = keyof typeof matchMethod.items;

const matchStatus = dict('remittance_match_status', { open: '未匹配', matched: '已匹配', parked: '待核销' });

/** How a remittance came to be. */
export const remittanceSource = dict('remittance_source', {
  typed: '手工录入',
  sheet: '表格导入',
  edi: 'EDI 820',
  edited: '导入后改过',
});

export const remittanceStatus = dict('remittance_status', {
  imported: '待匹配',
  partial: '部分匹配',
  matched: '已匹配',
  posted: '已过账',
  reversed: '已冲销',
});

/** Lines of a remittance at most: it is matched and posted whole. */
export const MOST_REMITTANCE_LINES = 50_000;

/** 回款单: what a channel says it paid to the bank, line by line. */
export const remittance = defineDocument({
  module: 'finance',
  name: 'remittance',
  title: '回款单',
  empty: '导入平台的回款文件（表格或 EDI 820），或手工录入一张。',
  fields: {
    remitNo: text('回款单号', { always: true, derived: true }),
    accountId: link('店铺', 'base:channelAccount', { required: true }),
    channelRemitNo: text('平台回款号', { required: true, max: 64 }),
    payDate: date('付款日', { required: true }),
    currency: text('币种', { required: true, max: 3, rule: 'currencyCode', default: 'USD' }),
    netAmount: money('净额', 'currency', { required: true, min: -MOST_AMOUNT, hint: '银行实际到账的金额' }),
    bankRef: text('银行流水号', { max: 64 }),
    note: text('备注', { max: 500 }),
    lineCount: integer('行数', { always: true, derived: true }),
    lineTotal: money('明细合计', 'currency', { always: true, derived: true }),
    difference: money('差异', 'currency', { always: true, derived: true, hint: '净额减明细合计；是 0 才能过账' }),
    matchedCount: integer('已匹配行', { always: true, derived: true }),
    openCount: integer('未匹配行', { always: true, derived: true }),
    matchedTotal: money('核销发票', 'currency', { always: true, derived: true }),
    parkedTotal: money('待核销', 'currency', { always: true, derived: true }),
    source: choice('来源', remittanceSource, { always: true, derived: true }),
    sourceFile: text('来源文件', { derived: true }),
    reportFileId: link('报表文件', 'finance:reportFile', { derived: true }),
    fxRate: rate('汇率', { derived: true }),
    baseCurrency: text('本位币', { derived: true }),
    baseNet: money('入账金额', 'baseCurrency', { derived: true }),
    fxDifference: money('汇兑损失', 'baseCurrency', { derived: true, hint: '负数是收益' }),
    postedBy: text('过账人', { isPerson: true, derived: true }),
    postedAt: datetime('过账时间', { derived: true }),
    reversedBy: text('冲销人', { isPerson: true, derived: true }),
    reversedAt: datetime('冲销时间', { derived: true }),
    reverseReason: text('冲销原因', { derived: true }),
    status: choice('状态', remittanceStatus, { always: true, derived: true }),
  },
  label: 'remitNo',
  list: [
    { key: 'remitNo', under: ['channelRemitNo'] },
    'status',
    { key: 'accountId', under: ['bankRef'] },
    'payDate',
    { key: 'netAmount', under: ['difference'] },
    { key: 'lineCount', under: ['matchedCount', 'openCount'] },
    { key: 'matchedTotal', under: ['parkedTotal'] },
    'createTime',
  ],
  search: ['remitNo', 'accountId', 'payDate', 'channelRemitNo', 'bankRef', 'source', 'openCount', 'createTime'],
  form: [['accountId', 'channelRemitNo'], ['payDate', 'currency'], ['netAmount', 'bankRef'], ['note']],
  scope: { shops: 'accountId', holds: { 'ledger:journalEntry': 'refId' } },
  lines: { 'finance:remittanceLine': 'remittanceId', 'finance:remittanceShare': 'remittanceId' },
  draft: {
    states: ['imported'],
    number: { field: 'remitNo', prefix: 'RM' },
    lines: {
      of: 'finance:remittanceLine',
      title: '回款明细',
      columns: ['kind', 'poNo', 'invoiceNo', 'stated', 'code', 'description'],
      least: 1,
      most: 2000,
      fromSheet: true,
    },
    isDeletable: true,
  },
});
export type RemittanceRow = RowOf<typeof remittance>;

/** Whether a remittance stands as the channel sent it, in a file that is kept. */
export const isAsSent = ({ source, reportFileId }: Pick<RemittanceRow, 'source' | 'reportFileId'>): boolean =>
  reportFileId !== null && (source === 'sheet' || source === 'edi');

/** 回款明细: one amount of a remittance, what it is for, and what it was matched with. */
export const remittanceLine = defineDocument({
  module: 'finance',
  name: 'remittanceLine',
  title: '回款明细',
  fields: {
    remittanceId: link('回款单', 'finance:remittance', { required: true }),
    lineNo: integer('行号', { always: true, derived: true }),
    kind: choice('类型', remittanceLineKind, { required: true, default: 'invoicePay' }),
    poNo: text('PO号', { max: 64 }),
    invoiceNo: text('发票号', { max: 64 }),
    stated: price('行金额', {
      required: true,
      min: -MOST_AMOUNT,
      max: MOST_AMOUNT,
      hint: '付给我们的为正，扣掉的为负',
    }),
    code: text('平台代码', { max: 64 }),
    description: text('说明', { max: 500 }),
    currency: text('币种', { always: true, derived: true }),
    amount: money('金额', 'currency', { always: true, derived: true }),
    sourceRow: integer('文件行', { derived: true }),
    matchStatus: choice('匹配', matchStatus, { always: true, derived: true }),
    method: choice('匹配方式', matchMethod, { derived: true }),
    score: integer('匹配度', { derived: true }),
    matched: money('已核销', 'currency', { always: true, derived: true }),
    diff: money('匹配差额', 'currency', { derived: true, hint: '行金额减发票余额' }),
    explanation: text('匹配说明', { derived: true }),
    deductionId: link('扣款', 'finance:deduction', { derived: true }),
  },
  label: 'id',
  list: [
    'lineNo',
    'kind',
    { key: 'poNo', under: ['invoiceNo'] },
    'amount',
    'matchStatus',
    { key: 'method', under: ['score'] },
    { key: 'diff', under: ['explanation'] },
    'deductionId',
  ],
  search: ['kind', 'poNo', 'invoiceNo', 'matchStatus', 'method', 'remittanceId'],
  form: [
    ['kind', 'stated'],
    ['poNo', 'invoiceNo'],
    ['code', 'description'],
  ],
  sort: { field: 'lineNo', order: 'asc' },
});
export type RemittanceLineRow = RowOf<typeof remittanceLine>;

/** 回款核销: which part of a line pays which invoice; one line may pay several. */
export const remittanceShare = defineDocument({
  module: 'finance',
  name: 'remittanceShare',
  title: '回款核销',
  fields: {
    lineId: link('回款明细', 'finance:remittanceLine', { required: true }),
    remittanceId: link('回款单', 'finance:remittance', { required: true }),
    invoiceId: link('发票', 'finance:invoice', { required: true }),
    currency: text('币种', { always: true, derived: true }),
    amount: money('核销金额', 'currency', { always: true, derived: true }),
    moment: choice('核销时点', dict('remittance_share_moment', { posting: '随过账', later: '待核销转入' }), {
      always: true,
      derived: true,
    }),
  },
  label: 'id',
  list: ['remittanceId', 'invoiceId', 'amount', 'moment', 'createBy', 'createTime'],
  search: ['remittanceId', 'invoiceId'],
  form: [['remittanceId', 'invoiceId']],
  sort: { field: 'createTime', order: 'asc' },
});
