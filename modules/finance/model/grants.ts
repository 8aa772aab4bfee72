import { reading, type Grants } from '#kit/model/grants.ts';

/** What the preset roles may here by default. Who issues, matches and posts does not take it back. */
export const financeGrants: Readonly<Record<string, Grants>> = {
  OPS: { may: reading('finance') },
  CS: { may: reading('finance') },
  FIN: { may: reading('finance') },
  FINR: { may: reading('finance') },
};
