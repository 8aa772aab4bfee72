/** Names that the first SKUs of a walk have at the channel. */
export const CHANNEL_SKUS: readonly string[] = ['WALK-A', 'WALK-B'];
