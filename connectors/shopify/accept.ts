import type { Confirmation, WriteOutcome } from '#modules/channels/model/port.ts';

/** Shopify wants no acceptance: what was bought is sold. Nobody is called. */
export const accept = async (): Promise<WriteOutcome> => ({ status: 'done' });

export const confirmAccept = async (): Promise<Confirmation> => ({ status: 'done', result: undefined });
