import { dict } from '#kit/model/dict.ts';
import { defineEvent } from '#kit/model/event.ts';
import { choice, datetime, integer, link, money, text } from '#kit/model/field.ts';
import { defineView } from '#kit/model/resource.ts';
import { defineRoute, shape } from '#kit/model/route.ts';

/** 钱包: what a tenant has with the platform, a row for each currency. */
export const wallet = defineView({
  module: 'ledger',
  name: 'wallet',
  title: '钱包',
  empty: '平台为您入账之后，可用和冻结的金额在这里。',
  fields: {
    currency: text('币种', { always: true }),
    available: money('可用', 'currency', { always: true }),
    held: money('冻结', 'currency', { always: true }),
  },
  label: 'currency',
  list: ['currency', 'available', 'held'],
  search: ['currency'],
  sort: { field: 'currency', order: 'asc' },
  masks: { cost: ['available', 'held'] },
});

const walletMove = dict('wallet_move', {
  credit: '入账',
  hold: '冻结',
  release: '释放',
  capture: '扣费',
  adjust: '调整扣费',
  refund: '退款',
});

/** 钱包流水: every posting of the wallet. */
export const walletEntry = defineView({
  module: 'ledger',
  name: 'walletEntry',
  title: '钱包流水',
  empty: '入账、冻结、扣费和退款都在这里，一笔一行。',
  fields: {
    at: datetime('时间', { always: true }),
    move: choice('类型', walletMove, { always: true }),
    amount: money('金额', 'currency', { always: true }),
    currency: text('币种', { always: true }),
    availableAfter: money('可用结存', 'currency'),
    heldAfter: money('冻结结存', 'currency'),
    refNo: text('来源单号'),
    memo: text('摘要'),
    entryId: link('凭证', 'ledger:journalEntry', { always: true }),
    maker: text('经办'),
  },
  label: 'id',
  list: ['at', 'move', 'amount', 'availableAfter', 'heldAfter', { key: 'refNo', under: ['memo'] }, 'entryId', 'maker'],
  search: ['move', 'refNo', 'currency', 'at'],
  sort: { field: 'at', order: 'desc' },
  // A posting names the label that it paid.
  masks: { cost: ['amount', 'availableAfter', 'heldAfter'] },
});

/** Money has come into the wallet of the transaction's tenant. */
export const walletCredited = defineEvent<{ currency: string }>('wallet.credited');

/** A payment as the operator has entered it. */
export interface WalletCredit {
  id: string;
  forTenant: number;
  tenantName: string;
  amount: string;
  currency: string;
  reference: string;
  reason: string;
  createBy: string;
  createTime: string;
}

export interface WalletCredits {
  tenants: { id: number; name: string }[];
  credits: WalletCredit[];
}

export const walletCreditsRoute = defineRoute({
  method: 'GET',
  path: '/ledger/walletCredits',
  access: { permission: 'platform:wallet:credit' },
  summary: '钱包入账记录',
  result: shape<WalletCredits>(),
});

export const creditFields = {
  forTenant: integer('租户', { required: true, min: 1 }),
  amount: money('金额', 'currency', { required: true }),
  currency: text('币种', { required: true, max: 3, rule: 'currencyCode', default: 'USD' }),
  reference: text('收款凭据', { required: true, max: 64, hint: '银行流水号等，一笔只能入账一次' }),
  reason: text('事由', { required: true, max: 255 }),
};

/** 钱包入账: a payment that the platform has received. */
export const creditWalletRoute = defineRoute({
  method: 'POST',
  path: '/ledger/walletCredit',
  access: { permission: 'platform:wallet:credit' },
  summary: '钱包入账',
  body: creditFields,
});
