import { defineConnector } from '#modules/channels/model/connector.ts';
import { accept, confirmAccept } from './accept.ts';
import { CARRIER_CODES } from './carrier-codes.ts';
import { openClient } from './client.ts';
import { pushStock, readStock, STOCK_BATCH } from './inventory.ts';
import { findListings, pullListings } from './listings.ts';
import { getOrders, pullOrders } from './pull-orders.ts';
import { ACCOUNT_FIELDS } from './settings.ts';
import { confirmShipNotice, shipNotice } from './ship-notice.ts';
import { testAuth } from './test-auth.ts';

/** Shopify: a shop of the seller's own. Orders, fulfilment, what stands there, stock by location. */
export const shopify = defineConnector({
  code: 'shopify',
  title: 'Shopify',
  // The seller cancels, refunds and takes back in the shop's own admin; what changed is pulled.
  byHand: { reject: 'manual', returns: 'manual', publish: 'manual', listingUpdates: 'manual' },
  backOffice: 'https://admin.shopify.com',
  acceptance: { backorder: 'yes', refuseUnits: 'manual', divideLine: 'yes' },
  accountFields: ACCOUNT_FIELDS,
  domains: ['myshopify.com'],
  // Points come back at 100 a second and more; a page of orders costs some dozens.
  limits: { requestsPerSecond: 2, stockBatch: STOCK_BATCH },
  carrierCodes: CARRIER_CODES,
  open: openClient,
  operations: {
    testAuth,
    pullOrders,
    getOrders,
    accept,
    confirmAccept,
    shipNotice,
    confirmShipNotice,
    pushStock,
    readStock,
    pullListings,
    findListings,
  },
});
