import { reading, type Grants } from '#kit/model/grants.ts';

/** Whoever sees to the shops sees what is done for them at which hour; its administrator arranges it. */
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
};
