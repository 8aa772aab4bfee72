import { reading, type Grants } from '#kit/model/grants.ts';

/** To keep a register: whoever adds to it also takes out what was wrong. */
const keeping = (resource: string): string[] =>
  ['add', 'edit', 'delete', 'import'].map((verb) => `${resource}:${verb}`);

/** What the preset roles may here by default (domain.md has the table). */
export const baseGrants: Readonly<Record<string, Grants>> = {
  OPS: {
    may: [
      ...reading('base'),
      ...keeping('base:warehouseZone'),
      ...keeping('base:warehouseBin'),
      ...keeping('base:freightTable'),
      ...keeping('base:freightVersion'),
      ...keeping('base:tag'),
      'base:tag:merge',
    ],
  },
  CS: { may: [...reading('base'), 'base:tag:add'] },
  WH: {
    may: [...reading('base'), ...keeping('base:warehouseZone'), ...keeping('base:warehouseBin')],
  },
  BUY: {
    may: [
      ...reading('base'),
      'base:supplier:add',
      'base:supplier:edit',
      'base:supplier:import',
      ...keeping('base:supplierContact'),
    ],
  },
  FIN: {
    may: [
      ...reading('base'),
      ...keeping('base:currency'),
      ...keeping('base:exchangeRate'),
      ...keeping('base:paymentTerm'),
      ...keeping('base:customer'),
      ...keeping('base:customerContact'),
      'base:tag:add',
    ],
  },
  FINR: { may: reading('base') },
};
