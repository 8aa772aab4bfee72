import { swift } from '#connectors/swift/index.ts';
import type { Carrier } from '#modules/fulfilment/model/carrier-port.ts';

/** The carriers this product buys labels of. */
export const carriers: readonly Carrier[] = [swift];
