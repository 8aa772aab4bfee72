import { operations, reading, type Grants } from '#kit/model/grants.ts';

const of = (name: string, ...verbs: readonly string[]): string[] => verbs.map((verb) => `channels:${name}:${verb}`);

/** Who makes prices neither approves them nor decides what their floor is calculated with (domain.md §13). */
const OF_PRICE_REVIEW = [
  ...of('priceSetting', 'add', 'edit', 'delete', 'import'),
  ...of('priceRecord', 'reject'),
  ...of('promotion', 'approveException', 'reject'),
];

/** What the preset roles may here by default (domain.md has the table). */
export const channelGrants: Readonly<Record<string, Grants>> = {
  OPS: {
    may: ['channels:*'],
    except: [
      ...operations('channels', 'approve', 'override', 'overrideGuard'),
      ...OF_PRICE_REVIEW,
      'channels:callWait:edit',
    ],
  },
  CS: { may: ['channels:cancellationRequest:list'] },
  FIN: {
    may: [...reading('channels'), 'channels:channelFee:*', 'channels:channelFeeTier:*'],
  },
  FINR: { may: [...reading('channels'), ...operations('channels', 'approve'), ...OF_PRICE_REVIEW] },
};
