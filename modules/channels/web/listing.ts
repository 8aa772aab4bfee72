import type { Row } from '#kit/web/index.ts';

/** A listing as its list answers it. */
export type Listing = Row & {
  channelSku: string;
  title: string | null;
  skuId: string | null;
  mapStatus: 'unmapped' | 'suggested' | 'mapped' | 'broken';
  version: number;
  basePrice: string | null;
};
