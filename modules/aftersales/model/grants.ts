import { reading, type Grants } from '#kit/model/grants.ts';
import { claimGrants } from './claim-grants.ts';

const PARTS = 'aftersales:partOrder:';

const RETURN = 'aftersales:returnOrder';
const on = (resource: string, ...verbs: string[]): string[] => verbs.map((verb) => `${resource}:${verb}`);

/** What a request is written and judged with. */
const REQUESTS = [
  ...on(RETURN, 'add', 'edit', 'import', 'submit', 'discard'),
  ...on(RETURN, 'approve', 'reject', 'arrange', 'cancel', 'close', 'print'),
];

/** What the preset roles may here by default. Who answers buyers neither receives goods nor gives money back alone. */
export const aftersalesGrants: Readonly<Record<string, Grants>> = {
  OPS: {
    may: [
      ...reading('aftersales'),
      ...REQUESTS,
      ...claimGrants.OPS,
      ...on(RETURN, 'approveDisposal', 'returnDisposal', 'refurbish', 'receiveBeyond'),
      ...on('aftersales:returnReason', 'add', 'edit', 'delete', 'import'),
      ...on('aftersales:inspectionForm', 'add', 'edit', 'delete', 'import'),
      'aftersales:returnSettings:edit',
      `${PARTS}*`,
    ],
    except: [`${PARTS}ship`],
  },
  CS: {
    may: [
      ...reading('aftersales'),
      ...REQUESTS,
      ...claimGrants.CS,
      ...['add', 'edit', 'import', 'print', 'submit', 'confirm', 'changeSource', 'needInfo', 'infoArrived'].map(
        (verb) => `${PARTS}${verb}`,
      ),
      ...['reject', 'extend', 'cancel', 'close', 'markAnswered'].map((verb) => `${PARTS}${verb}`),
    ],
  },
  WH: {
    may: [
      ...reading('aftersales'),
      ...on(RETURN, 'receive', 'receiveDone', 'inspect', 'dispose', 'refurbish', 'print'),
      // Goods of no order are noted by whoever opens the parcel.
      ...on(RETURN, 'add', 'edit', 'submit', 'discard'),
      `${PARTS}ship`,
      `${PARTS}print`,
    ],
  },
  BUY: { may: [...reading('aftersales'), ...claimGrants.BUY, `${PARTS}buy`] },
  FIN: { may: [...reading('aftersales'), ...claimGrants.FIN, ...on(RETURN, 'credit', 'close')] },
  FINR: {
    may: [
      ...reading('aftersales'),
      ...claimGrants.FINR,
      ...on(RETURN, 'credit', 'close'),
      'aftersales:creditNote:reverse',
    ],
  },
};
