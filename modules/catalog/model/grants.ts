import { reading, type Grants } from '#kit/model/grants.ts';

/** What the preset roles may here by default (domain.md has the table). */
export const catalogGrants: Readonly<Record<string, Grants>> = {
  OPS: { may: ['catalog:*'], except: ['catalog:product:revive'] },
  CS: { may: reading('catalog') },
  WH: { may: reading('catalog') },
  BUY: { may: reading('catalog') },
  FIN: { may: reading('catalog') },
  FINR: { may: reading('catalog') },
};
