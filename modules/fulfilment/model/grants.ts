import { operations, reading, type Grants } from '#kit/model/grants.ts';

/** What the preset roles may here by default (domain.md has the table). */
export const fulfilmentGrants: Readonly<Record<string, Grants>> = {
  OPS: {
    may: [
      ...reading('fulfilment'),
      'fulfilment:shipment:join',
      'fulfilment:shipment:takeApart',
      ...['make', 'assign', 'cancel'].map((verb) => `fulfilment:wave:${verb}`),
      // What was handed over by mistake is opened again by somebody who did not hand it over.
      'fulfilment:handover:reopen',
      'fulfilment:settings:edit',
    ],
  },
  CS: { may: reading('fulfilment') },
  WH: {
    may: ['fulfilment:*'],
    except: [...operations('fulfilment', 'unship'), 'fulfilment:handover:reopen', 'fulfilment:settings:edit'],
  },
  FIN: { may: reading('fulfilment') },
  FINR: { may: reading('fulfilment') },
};
