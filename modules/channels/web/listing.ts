import type { WireRow } from '#kit/model/row.ts';
import type { channelProduct } from '../model/channel-product.ts';

export type Listing = WireRow<typeof channelProduct>;
