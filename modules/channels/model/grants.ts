import { operations, reading, type Grants } from '#kit/model/grants.ts';

/** What the preset roles may here by default (domain.md has the table). */
export const channelGrants: Readonly<Record<string, Grants>> = {
  OPS: {
    may: ['channels:*'],
    except: [...operations('channels', 'approve', 'override', 'overrideGuard'), 'channels:callWait:edit'],
  },
  CS: { may: ['channels:cancellationRequest:list'] },
  FIN: {
    may: [
      ...reading('channels'),
      ...operations('channels', 'approve'),
      'channels:channelFee:*',
      'channels:channelFeeTier:*',
    ],
  },
  FINR: { may: [...reading('channels'), ...operations('channels', 'approve')] },
};
