import { reading, type Grants } from '#kit/model/grants.ts';

/** What the preset roles may here by default: who sells watches the market; money looks on. */
export const marketGrants: Readonly<Record<string, Grants>> = {
  OPS: { may: ['market:*'] },
  FIN: { may: reading('market') },
  FINR: { may: reading('market') },
};
