import { operations, reading, type Grants } from '#kit/model/grants.ts';

const READER: Grants = { may: reading('automation') };
/** Who works on orders sees to what rules ask for. */
const WORKER: Grants = {
  may: [...reading('automation'), ...operations('automation', 'finish', 'drop')],
};

/** What the preset roles may here by default: whoever may change orders decides what happens to them. */
export const automationGrants: Readonly<Record<string, Grants>> = {
  OPS: { may: ['automation:*'] },
  CS: WORKER,
  WH: WORKER,
  BUY: READER,
  FIN: READER,
  FINR: READER,
};
