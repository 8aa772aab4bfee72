import { operations, reading, type Grants } from '#kit/model/grants.ts';

/** Whoever accepts prices argues about them, too. */
const DECIDES_PRICES = [
  ...operations('orders', 'acceptPrice', 'dispute'),
  ...['accept', 'write', 'markSent', 'expect', 'setDue', 'withdraw'].map((move) => `orders:priceDispute:${move}`),
];

/** What the preset roles may here by default (domain.md has the table). */
export const orderGrants: Readonly<Record<string, Grants>> = {
  OPS: {
    may: ['orders:*'],
    except: ['orders:salesOrder:acceptPrice', 'orders:priceDispute:accept'],
  },
  CS: {
    may: [
      ...reading('orders'),
      ...operations('orders', 'hold', 'release', 'notDuplicate', 'remark', 'correctAddress', 'adoptAddress'),
      ...operations('orders', 'add', 'edit', 'submit', 'discard'),
    ],
  },
  WH: { may: [...reading('orders'), 'orders:salesOrder:start'] },
  BUY: { may: reading('orders') },
  FIN: { may: [...reading('orders'), ...DECIDES_PRICES] },
  FINR: { may: [...reading('orders'), ...DECIDES_PRICES] },
};
