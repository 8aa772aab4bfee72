import type { Grants } from '#kit/model/grants.ts';

/** Dead deliveries are for those who answer for the channel. */
const WORKER: Grants = {
  may: ['desk:*'],
  except: ['desk:delivery:retry', 'desk:delivery:abandon', 'desk:delivery:settle'],
};

/** What the preset roles may here by default (domain.md has the table). */
export const deskGrants: Readonly<Record<string, Grants>> = {
  OPS: { may: ['desk:*'] },
  CS: WORKER,
  WH: WORKER,
  BUY: WORKER,
  FIN: WORKER,
  FINR: WORKER,
};
