import { deeds, reading, type Grants } from '#kit/model/grants.ts';

/** What the preset roles may here by default. Who buys does not approve. */
export const purchasingGrants: Readonly<Record<string, Grants>> = {
  OPS: { may: reading('purchasing') },
  WH: { may: reading('purchasing') },
  BUY: {
    may: [
      ...reading('purchasing'),
      ...deeds(
        'purchasing',
        'add',
        'edit',
        'delete',
        'import',
        'submit',
        'withdraw',
        'order',
        'notify',
        'print',
        'close',
        'cancel',
        'match',
        'reopen',
      ),
    ],
  },
  FIN: {
    may: [
      ...reading('purchasing'),
      ...deeds('purchasing', 'post', 'pay', 'match', 'reopen'),
      ...['add', 'edit', 'cancel'].map((verb) => `purchasing:landedCost:${verb}`),
      ...['add', 'edit', 'import', 'cancel'].map((verb) => `purchasing:supplierBill:${verb}`),
    ],
  },
  FINR: {
    may: [
      ...reading('purchasing'),
      ...deeds('purchasing', 'approve', 'reject', 'reverse', 'reopen'),
    ],
  },
};
