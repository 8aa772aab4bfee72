import { defineConnector } from '#modules/channels/model/connector.ts';
import { accept, confirmAccept } from './accept.ts';
import { readAdReport, requestAdReport } from './advertising.ts';
import { answerCancellations, pullCancellations } from './cancellations.ts';
import { CARRIER_CODES } from './carrier-codes.ts';
import { openClient } from './client.ts';
import { fetchDocument } from './documents.ts';
import { listingClasses, listingQuestions } from './listing-questions.ts';
import { findListings, pullListings } from './listings.ts';
import { pushStock, readReceipt, readStock, STOCK_BATCH } from './inventory.ts';
import { getOrders, pullOrders } from './pull-orders.ts';
import { confirmRegister, register } from './register.ts';
import { ACCOUNT_FIELDS } from './settings.ts';
import { confirmShipNotice, shipNotice } from './ship-notice.ts';
import { readSubmission, submitListings } from './submit-listings.ts';
import { testAuth } from './test-auth.ts';
import { readUpdate, updateListings } from './update-listings.ts';

/** Wayfair, and any channel that speaks its wire: drop-ship orders, labels, ship notice, stock, listings. */
export const wayfair = defineConnector({
  code: 'wayfair',
  title: 'Wayfair',
  // Wayfair settles returns and parts with the buyer in Partner Home; they come here by file or by hand.
  byHand: { reject: 'manual', returns: 'manual', parts: 'manual' },
  backOffice: 'https://partners.wayfair.com',
  // A day for each line; units that are not wanted are cancelled there by a person before it takes the rest.
  acceptance: { backorder: 'yes', refuseUnits: 'manual', divideLine: 'yes' },
  accountFields: ACCOUNT_FIELDS,
  origins: [
    'https://sso.auth.wayfair.com',
    'https://api.wayfair.com',
    'https://sandbox.api.wayfair.com',
    'https://api.wayfair.io',
  ],
  // No limits are published; clients are seen to pause between pages.
  limits: { requestsPerSecond: 2, stockBatch: STOCK_BATCH },
  carrierCodes: CARRIER_CODES,
  open: openClient,
  operations: {
    testAuth,
    pullOrders,
    getOrders,
    accept,
    confirmAccept,
    register,
    confirmRegister,
    fetchDocument,
    shipNotice,
    confirmShipNotice,
    pushStock,
    readStock,
    readReceipt,
    pullCancellations,
    answerCancellations,
    pullListings,
    findListings,
    listingClasses,
    listingQuestions,
    submitListings,
    readSubmission,
    updateListings,
    readUpdate,
    requestAdReport,
    readAdReport,
  },
});
