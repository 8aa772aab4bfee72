import type { Grants } from '#kit/model/grants.ts';
import { SEE_MONEY } from './analysis.ts';

/** Dead deliveries are for those who answer for the channel. */
const WORKER: Grants = {
  may: ['desk:*'],
  except: ['desk:delivery:retry', 'desk:delivery:abandon', 'desk:delivery:settle', SEE_MONEY],
};

/** Whoever answers for the money sees what was sold and what is owed. */
const COUNTS: Grants = { ...WORKER, except: (WORKER.except ?? []).filter((code) => code !== SEE_MONEY) };

/** What the preset roles may here by default (domain.md has the table). */
export const deskGrants: Readonly<Record<string, Grants>> = {
  OPS: { may: ['desk:*'] },
  CS: WORKER,
  WH: WORKER,
  BUY: WORKER,
  FIN: COUNTS,
  FINR: COUNTS,
  AUD: { may: [SEE_MONEY] },
};
