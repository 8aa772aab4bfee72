import { reading, type Grants } from '#kit/model/grants.ts';

/** What the preset roles may here by default (domain.md has the table). */
export const baseGrants: Readonly<Record<string, Grants>> = {
  OPS: { may: reading('base') },
  CS: { may: reading('base') },
  WH: { may: reading('base') },
  BUY: {
    may: [...reading('base'), 'base:supplier:add', 'base:supplier:edit', 'base:supplier:import'],
  },
  FIN: { may: reading('base') },
  FINR: { may: reading('base') },
};
