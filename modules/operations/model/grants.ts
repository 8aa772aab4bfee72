import { reading, type Grants } from '#kit/model/grants.ts';

/** To open the reports whose rows somebody may list. */
const REPORTS: Grants = { may: ['operations:report:list'] };

/**
 * Whoever sees to the shops sees what is done for them at which hour; its administrator arranges it. Everybody has
 * the page of reports: what is on it follows from what else they may list.
 */
export const operationsGrants: Readonly<Record<string, Grants>> = {
  PADM: {
    may: [
      ...reading('operations'),
      'operations:quartzJob:pause',
      'operations:quartzJob:resume',
      'operations:quartzJob:execute',
    ],
  },
  OPS: { may: reading('operations'), except: ['operations:gatewayRoute:*'] },
  CS: REPORTS,
  WH: REPORTS,
  BUY: REPORTS,
  FIN: REPORTS,
  FINR: REPORTS,
};
