import { mirakl } from '#connectors/mirakl/index.ts';
import { shopify } from '#connectors/shopify/index.ts';
import { wayfair } from '#connectors/wayfair/index.ts';
import type { Connector } from '#modules/channels/model/port.ts';

/** The marketplaces this product speaks to. */
export const connectors: readonly Connector[] = [wayfair, mirakl, shopify];
