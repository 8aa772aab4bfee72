import { defineConnector } from '#modules/channels/model/connector.ts';
import { accept, confirmAccept, reject } from './accept.ts';
import { openClient } from './client.ts';
import { findListings, pullListings } from './listings.ts';
import { getOrders, pullOrders } from './pull-orders.ts';
import { answerReturn, pullReturns } from './returns.ts';
import { ACCOUNT_FIELDS } from './settings.ts';
import { confirmShipNotice, shipNotice } from './ship-notice.ts';
import { pushStock, readReceipt, STOCK_BATCH } from './stock.ts';
import { testAuth } from './test-auth.ts';

/**
 * Home-improvement marketplaces on Mirakl: one wire for all instances, each at an address of its own.
 * A shop buys its labels itself. Stock is judged by the receipt of its import, which names each row; what an
 * offer shows meanwhile is the quantity before it.
 */
export const mirakl = defineConnector({
  code: 'mirakl',
  title: '家装渠道 (Mirakl)',
  // Parts are talked about in messages there; goods are published there by files of their own.
  byHand: { parts: 'manual', publish: 'file' },
  // A line is filled or killed, with the acceptance itself.
  acceptance: { backorder: 'no', refuseUnits: 'yes', divideLine: 'no' },
  accountFields: ACCOUNT_FIELDS,
  domains: ['mirakl.net'],
  limits: { requestsPerSecond: 2, stockBatch: STOCK_BATCH },
  carrierCodes: [],
  open: openClient,
  operations: {
    testAuth,
    pullOrders,
    getOrders,
    accept,
    confirmAccept,
    reject,
    shipNotice,
    confirmShipNotice,
    pushStock,
    readReceipt,
    pullListings,
    findListings,
    pullReturns,
    answerReturn,
  },
});
