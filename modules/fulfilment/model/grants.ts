import { deeds, reading, type Grants } from '#kit/model/grants.ts';

/** What the preset roles may here by default (domain.md has the table). */
export const fulfilmentGrants: Readonly<Record<string, Grants>> = {
  OPS: { may: reading('fulfilment') },
  CS: { may: reading('fulfilment') },
  WH: { may: ['fulfilment:*'], except: deeds('fulfilment', 'unship') },
  FIN: { may: reading('fulfilment') },
  FINR: { may: reading('fulfilment') },
};
