import { deeds, reading, type Grants } from '#kit/model/grants.ts';

/** What the preset roles may here by default (domain.md has the table). */
export const orderGrants: Readonly<Record<string, Grants>> = {
  OPS: { may: ['orders:*'], except: deeds('orders', 'acceptPrice') },
  CS: {
    may: [
      ...reading('orders'),
      ...deeds('orders', 'hold', 'release', 'remark', 'correctAddress'),
      ...deeds('orders', 'add', 'edit', 'submit', 'discard'),
    ],
  },
  WH: { may: [...reading('orders'), 'orders:salesOrder:start'] },
  BUY: { may: reading('orders') },
  FIN: { may: [...reading('orders'), ...deeds('orders', 'acceptPrice')] },
  FINR: { may: [...reading('orders'), ...deeds('orders', 'acceptPrice')] },
};
