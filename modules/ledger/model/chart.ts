import { dict } from '#kit/model/dict.ts';

/**
 * Two books: what the tenant has with channels, suppliers and its stock, and what the platform has
 * with its tenants. Rows of both carry the tenant they are about.
 */
export const bookTitles = { tenant: '租户账', operator: '平台账' } as const;
export type Book = keyof typeof bookTitles;
export const ledgerBook = dict('ledger_book', bookTitles);

const accountTypes = {
  asset: '资产',
  liability: '负债',
  equity: '权益',
  revenue: '收入',
  expense: '费用',
} as const;
export type AccountType = keyof typeof accountTypes;
export const accountType = dict('account_type', accountTypes);

export interface AccountKind {
  title: string;
  book: Book;
  type: AccountType;
  /** Never below zero: its balance is kept in its row and judged by every posting. */
  isGuarded?: boolean;
}

/**
 * The chart of accounts (domain.md §5). An account is opened the first time something is posted to
 * it, one for each part (a warehouse, a supplier) and currency.
 */
export const chart = {
  inventory: { title: '库存商品', book: 'tenant', type: 'asset' },
  'inventory:transit': { title: '在途商品', book: 'tenant', type: 'asset' },
  grni: { title: '暂估应付', book: 'tenant', type: 'liability' },
  ap: { title: '应付账款', book: 'tenant', type: 'liability' },
  'ap:logistics': { title: '应付物流费', book: 'tenant', type: 'liability' },
  'tax:input': { title: '进项税额', book: 'tenant', type: 'asset' },
  ar: { title: '应收账款', book: 'tenant', type: 'asset' },
  'claims:supplier': { title: '应收供应商索赔', book: 'tenant', type: 'asset' },
  'suspense:remit': { title: '待核销回款', book: 'tenant', type: 'liability' },
  'advance:customer': { title: '预收账款', book: 'tenant', type: 'liability' },
  'tax:payable': { title: '应交税费', book: 'tenant', type: 'liability' },
  cash: { title: '银行存款', book: 'tenant', type: 'asset' },
  'equity:opening': { title: '期初权益', book: 'tenant', type: 'equity' },
  'cogs:part': { title: '补件成本', book: 'tenant', type: 'expense' },
  cogs: { title: '销售成本', book: 'tenant', type: 'expense' },
  'variance:landed': { title: '成本差异', book: 'tenant', type: 'expense' },
  fx: { title: '汇兑损益', book: 'tenant', type: 'expense' },
  'gain:cashDiscount': { title: '付款折扣', book: 'tenant', type: 'revenue' },
  'gain:claim': { title: '索赔收入', book: 'tenant', type: 'revenue' },
  ppv: { title: '采购价差', book: 'tenant', type: 'expense' },
  'revenue:sales': { title: '销售收入', book: 'tenant', type: 'revenue' },
  'revenue:freight': { title: '运费收入', book: 'tenant', type: 'revenue' },
  'expense:allowance': { title: '平台折让', book: 'tenant', type: 'expense' },
  'expense:deduction': { title: '平台扣款', book: 'tenant', type: 'expense' },
  'expense:channelFee': { title: '平台费用', book: 'tenant', type: 'expense' },
  'expense:cashDiscount': { title: '销售现金折扣', book: 'tenant', type: 'expense' },
  'loss:writeOff': { title: '应收核销损失', book: 'tenant', type: 'expense' },
  'revenue:returns': { title: '销售退回', book: 'tenant', type: 'revenue' },
  'loss:scrap': { title: '报废损失', book: 'tenant', type: 'expense' },
  'loss:donation': { title: '捐赠支出', book: 'tenant', type: 'expense' },
  'gain:count': { title: '库存调增', book: 'tenant', type: 'revenue' },
  'loss:count': { title: '库存调减', book: 'tenant', type: 'expense' },
  'loss:harvest': { title: '拆件损失', book: 'tenant', type: 'expense' },
  'loss:transit': { title: '在途损耗', book: 'tenant', type: 'expense' },
  'wallet:available': { title: '钱包可用', book: 'operator', type: 'liability', isGuarded: true },
  'wallet:held': { title: '钱包冻结', book: 'operator', type: 'liability', isGuarded: true },
  'platform:bank': { title: '平台银行', book: 'operator', type: 'asset' },
  'platform:revenue': { title: '平台收入', book: 'operator', type: 'revenue' },
} as const satisfies Readonly<Record<string, AccountKind>>;

export type AccountCode = keyof typeof chart;

export const kindOf = (code: AccountCode): AccountKind => chart[code];

export const accountCode = dict(
  'ledger_account',
  Object.fromEntries(Object.entries(chart).map(([code, { title }]) => [code, title])) as Record<AccountCode, string>,
);
