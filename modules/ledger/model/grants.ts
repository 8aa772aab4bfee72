import { operations, reading, type Grants } from '#kit/model/grants.ts';

/** What the preset roles may here by default. Who locks a month posts nothing by hand in it. */
export const ledgerGrants: Readonly<Record<string, Grants>> = {
  FIN: { may: reading('ledger') },
  FINR: { may: [...reading('ledger'), ...operations('ledger', 'add', 'delete')] },
};
