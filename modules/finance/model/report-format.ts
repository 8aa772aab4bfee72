import { dict } from '#kit/model/dict.ts';
import { choice, link, text, textarea } from '#kit/model/field.ts';
import { defineRegister } from '#kit/model/resource.ts';
import type { RowOf } from '#kit/model/row.ts';

/** What a sheet can be taught to be. */
export const reportFormatKind = dict('report_format_kind', {
  remittance: '回款单',
  deduction: '扣款',
  bankLine: '银行流水',
});
export type ReportFormatKind = keyof typeof reportFormatKind.items;

/** In which order the days of a file are written, where they may be read two ways. */
export const reportDates = dict('report_dates', { mdy: '月/日/年', dmy: '日/月/年' });

const reportFormatStatus = dict('report_format_status', { enabled: '启用', archived: '已归档' });

const column = <const O extends object>(title: string, more?: O) => text(title, { max: 128, ...more });

/** 报表格式: how a kind of file that somebody once explained is read: which of its columns says what. */
export const reportFormat = defineRegister({
  module: 'finance',
  name: 'reportFormat',
  title: '报表格式',
  empty: '把系统不认识的文件拖进报表收件箱，对应好列名后，格式就在这里；以后同样的文件自动识别。',
  fields: {
    name: text('名称', { required: true, unique: true, max: 64 }),
    kind: choice('导入为', reportFormatKind, { required: true, default: 'remittance' }),
    accountId: link('店铺', 'base:channelAccount', { hint: '不选则按店铺列、PO号或发票号找' }),
    bankAccountId: link('账户', 'purchasing:payingAccount', { hint: '银行流水用；不选则按账号列找' }),
    currency: text('币种', {
      max: 3,
      rule: 'currencyCode',
      hint: '文件没有币种列时用；不填同店铺的结算币种，银行流水按本位币',
    }),
    dates: choice('日期写法', reportDates, { hint: '如 03/04/2026 是3月4日还是4月3日；写法不含糊时不用选' }),
    numberColumn: column('单号列', { hint: '平台回款号或平台扣款号；银行流水是我方参考号' }),
    dateColumn: column('日期列', { required: true, hint: '付款日、公布日或记账日' }),
    amountColumn: column('金额列', { hint: '银行流水也可以改填收入列和支出列' }),
    incomeColumn: column('收入列', { hint: '银行流水用' }),
    expenseColumn: column('支出列', { hint: '银行流水用' }),
    netColumn: column('净额列', { hint: '银行实际到账的金额；没有这一列时按明细合计' }),
    poColumn: column('PO号列'),
    invoiceColumn: column('发票号列'),
    kindColumn: column('类型列'),
    descriptionColumn: column('说明列'),
    codeColumn: column('平台代码列'),
    skuColumn: column('渠道SKU列'),
    bankRefColumn: column('银行流水号列'),
    partyColumn: column('对方列', { hint: '银行流水用' }),
    accountNoColumn: column('账号列', { hint: '银行流水用；内容是付款账户的账号' }),
    balanceColumn: column('余额列', { hint: '银行流水用；每笔之后的余额' }),
    currencyColumn: column('币种列'),
    shopColumn: column('店铺列', { hint: '内容是系统里的店铺名称' }),
    headers: textarea('表头', { max: 8000, hint: '文件的全部列名，一行一个；用来认出同样的文件，多出的列不影响' }),
    status: choice('状态', reportFormatStatus, { required: true, default: 'enabled' }),
  },
  label: 'name',
  list: [
    { key: 'name', under: ['dates'] },
    'kind',
    'status',
    { key: 'accountId', under: ['shopColumn'] },
    { key: 'currency', under: ['currencyColumn'] },
    { key: 'numberColumn', under: ['dateColumn'] },
    { key: 'amountColumn', under: ['netColumn'] },
    { key: 'poColumn', under: ['invoiceColumn'] },
    'createTime',
  ],
  search: ['name', 'kind', 'status', 'accountId', 'createTime'],
  form: [
    ['name', 'kind'],
    ['accountId', 'currency'],
    ['numberColumn', 'dateColumn'],
    ['amountColumn', 'netColumn'],
    ['incomeColumn', 'expenseColumn'],
    ['partyColumn', 'balanceColumn'],
    ['bankAccountId', 'accountNoColumn'],
    ['poColumn', 'invoiceColumn'],
    ['kindColumn', 'descriptionColumn'],
    ['codeColumn', 'skuColumn'],
    ['bankRefColumn', 'currencyColumn'],
    ['shopColumn', 'dates'],
    ['headers'],
    ['status'],
  ],
  scope: { shops: 'accountId' },
});
export type ReportFormatRow = RowOf<typeof reportFormat>;

/** A field of a format that names a column of its files. */
export type FormatColumn = Extract<keyof typeof reportFormat.fields, `${string}Column`>;

/** Which field of a row of a kind each column of a format fills in. */
export const FORMAT_COLUMNS: Readonly<Record<ReportFormatKind, Readonly<Partial<Record<FormatColumn, string>>>>> = {
  remittance: {
    numberColumn: 'channelRemitNo',
    dateColumn: 'payDate',
    amountColumn: 'amount',
    netColumn: 'netAmount',
    poColumn: 'poNo',
    invoiceColumn: 'invoiceNo',
    kindColumn: 'kind',
    descriptionColumn: 'description',
    codeColumn: 'code',
    bankRefColumn: 'bankRef',
    currencyColumn: 'currency',
    shopColumn: 'accountId',
  },
  deduction: {
    numberColumn: 'channelDeductionNo',
    dateColumn: 'postedOn',
    amountColumn: 'amount',
    poColumn: 'poNo',
    kindColumn: 'kind',
    descriptionColumn: 'reason',
    skuColumn: 'channelSku',
    currencyColumn: 'currency',
    shopColumn: 'accountId',
  },
  bankLine: {
    dateColumn: 'bookedOn',
    amountColumn: 'amount',
    incomeColumn: 'income',
    expenseColumn: 'expense',
    partyColumn: 'counterparty',
    descriptionColumn: 'memo',
    bankRefColumn: 'bankRef',
    numberColumn: 'ourRef',
    currencyColumn: 'currency',
    accountNoColumn: 'accountNo',
    balanceColumn: 'balance',
  },
};
