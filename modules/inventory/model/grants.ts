import { operations, reading, type Grants } from '#kit/model/grants.ts';

/** To keep where goods stand. */
const SKU_BINS = ['add', 'edit', 'delete', 'import'];

/** What the preset roles may here by default (domain.md has the table). */
export const inventoryGrants: Readonly<Record<string, Grants>> = {
  OPS: {
    may: [...reading('inventory'), ...SKU_BINS.map((verb) => `inventory:skuBin:${verb}`)],
  },
  CS: { may: reading('inventory') },
  WH: {
    may: [
      ...reading('inventory'),
      'inventory:skuBin:delete',
      ...operations(
        'inventory',
        'add',
        'edit',
        'import',
        'submit',
        'cancel',
        'start',
        'finish',
        'recount',
        'confirm',
        'announce',
        'arrive',
        'complete',
        'post',
        'count',
        'send',
        'receive',
      ),
    ],
    // Who counts and adjusts does not say how much of it one person does alone.
    except: ['inventory:stockSettings:edit'],
  },
  BUY: { may: reading('inventory') },
  FIN: { may: reading('inventory') },
  FINR: {
    may: [...reading('inventory'), ...operations('inventory', 'approve', 'reject', 'post', 'writeOff')],
  },
};
