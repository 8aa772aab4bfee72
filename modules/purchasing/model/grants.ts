import { operations, reading, type Grants } from '#kit/model/grants.ts';

/** What the preset roles may here by default. Who buys does not approve. */
export const purchasingGrants: Readonly<Record<string, Grants>> = {
  OPS: { may: reading('purchasing') },
  WH: { may: reading('purchasing') },
  BUY: {
    may: [
      ...reading('purchasing'),
      ...operations(
        'purchasing',
        'add',
        'edit',
        'delete',
        'import',
        'submit',
        'withdraw',
        'order',
        'notify',
        'mail',
        'print',
        'close',
        'cancel',
        'match',
        'reopen',
        'run',
        'link',
        'unlink',
        'make',
        'apply',
        'keep',
        'ignore',
        'restore',
      ),
    ],
    // Who buys decides neither how much may be bought alone nor where money comes from.
    except: [
      'purchasing:purchaseSettings:edit',
      ...['add', 'edit', 'delete', 'import'].map((verb) => `purchasing:payingAccount:${verb}`),
    ],
  },
  FIN: {
    may: [
      ...reading('purchasing'),
      ...operations('purchasing', 'post', 'pay', 'match', 'reopen'),
      ...['add', 'edit', 'cancel'].map((verb) => `purchasing:landedCost:${verb}`),
      ...['add', 'edit', 'import', 'cancel'].map((verb) => `purchasing:supplierBill:${verb}`),
      ...['add', 'edit'].map((verb) => `purchasing:payingAccount:${verb}`),
    ],
  },
  FINR: {
    may: [
      ...reading('purchasing'),
      ...operations('purchasing', 'approve', 'reject', 'reverse', 'reopen'),
      'purchasing:landedCost:post',
    ],
  },
};
