import type { Connection, Connector } from '#modules/channels/model/port.ts';
import { accept, confirmAccept } from './accept.ts';
import { answerCancellations, pullCancellations } from './cancellations.ts';
import { CARRIER_CODES } from './carrier-codes.ts';
import { openClient } from './client.ts';
import { fetchDocument } from './documents.ts';
import { pushStock, readReceipt, readStock, STOCK_BATCH } from './inventory.ts';
import { getOrders, pullOrders } from './pull-orders.ts';
import { confirmRegister, register } from './register.ts';
import { ACCOUNT_FIELDS } from './settings.ts';
import { confirmShipNotice, shipNotice } from './ship-notice.ts';
import { testAuth } from './test-auth.ts';

/** Wayfair, and any channel that speaks its wire: drop-ship orders, labels, ship notice, stock. */
export const wayfair: Connector = {
  code: 'wayfair',
  title: 'Wayfair',
  supports: {
    pullOrders: 'yes',
    accept: 'yes',
    reject: 'manual',
    register: 'yes',
    voidLabel: 'no',
    shipNotice: 'yes',
    pushStock: 'yes',
    cancellations: 'yes',
    documents: 'yes',
    mergeOrders: 'no',
  },
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
  connect(account, fetch, now): Connection {
    const client = openClient(account, fetch, now);
    return {
      testAuth: () => testAuth(client),
      pullOrders: (cursor, page) => pullOrders(client, cursor, page),
      getOrders: (channelOrderNos) => getOrders(client, channelOrderNos),
      accept: (request) => accept(client, request),
      confirmAccept: (channelOrderNo) => confirmAccept(client, channelOrderNo),
      register: (request) => register(client, request),
      confirmRegister: (channelOrderNo) => confirmRegister(client, channelOrderNo),
      fetchDocument: (kind, channelOrderNo, url) =>
        fetchDocument(client, kind, channelOrderNo, url),
      shipNotice: (notice) => shipNotice(client, notice),
      confirmShipNotice: (notice) => confirmShipNotice(client, notice),
      pushStock: (items) => pushStock(client, items),
      readStock: (code, channelSkus) => readStock(client, code, channelSkus),
      readReceipt: (receipt, items) => readReceipt(client, receipt, items),
      pullCancellations: (since) => pullCancellations(client, since),
      answerCancellations: (answers) => answerCancellations(client, answers),
    };
  },
};
