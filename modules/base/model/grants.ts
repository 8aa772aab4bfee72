import { reading, type Grants } from '#kit/model/grants.ts';

/** To keep a register: whoever adds to it also takes out what was wrong. */
const keeping = (resource: string): string[] =>
  ['add', 'edit', 'delete', 'import'].map((verb) => `${resource}:${verb}`);

/** To fill in what somebody else has designed. */
const FILLING = ['base:formRecord:add', 'base:formRecord:edit'];

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
      ...keeping('base:dynamicForm'),
      'base:dynamicForm:publish',
      'base:dynamicForm:archive',
      'base:dynamicForm:reopen',
      ...FILLING,
      'base:formRecord:delete',
    ],
  },
  CS: { may: [...reading('base'), 'base:tag:add', ...FILLING] },
  WH: {
    may: [...reading('base'), ...keeping('base:warehouseZone'), ...keeping('base:warehouseBin'), ...FILLING],
  },
  BUY: {
    may: [
      ...reading('base'),
      'base:supplier:add',
      'base:supplier:edit',
      'base:supplier:import',
      ...keeping('base:supplierContact'),
      ...FILLING,
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
      ...FILLING,
    ],
  },
  FINR: { may: reading('base') },
};
