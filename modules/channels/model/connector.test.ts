import { expect, test } from 'vitest';
import { offers } from './offering.ts';
import { defineConnector, type Operations } from './connector.ts';
import { ChannelError, type ConnectorAccount, type WriteOutcome } from './port.ts';

const account: ConnectorAccount = {
  id: 'a',
  environment: 'live',
  settings: {},
  secrets: {},
  warehouseCodes: [],
};

const declaration = {
  code: 'acme',
  title: 'Acme',
  accountFields: [],
  limits: { requestsPerSecond: 1, stockBatch: 1 },
  carrierCodes: [],
  open: ({ id }: ConnectorAccount) => ({ id }),
};

const done = async (): Promise<WriteOutcome> => ({ status: 'done' });
const absent = async () => ({ status: 'absent' }) as const;
const testAuth = async () => [];

test('what a connector supports follows from its operations', async () => {
  const acme = defineConnector({
    ...declaration,
    byHand: { reject: 'manual', shipNotice: 'file' },
    operations: {
      testAuth,
      accept: async ({ id }, { channelOrderNo }) => {
        throw new ChannelError('validation', '接单', `${id}/${channelOrderNo}`);
      },
      confirmAccept: absent,
    },
  });
  expect(acme.supports).toMatchObject({ accept: 'yes', reject: 'manual', shipNotice: 'file' });
  expect(acme.supports).toMatchObject({ register: 'no', pullOrders: 'no', pushStock: 'no' });
  const connection = acme.connect(
    account,
    async () => Promise.reject(),
    () => new Date(0),
  );
  expect([offers(connection, 'accept'), offers(connection, 'register')]).toEqual([true, false]);
  const request = { channelOrderNo: 'PO1', shipSpeed: '', lines: [] };
  await expect(connection.accept(request)).rejects.toThrow('a/PO1');
});

test('two truths, and half of one, are refused', () => {
  const define = (operations: Operations<{ id: string }>) => () =>
    defineConnector({ ...declaration, byHand: { accept: 'manual' }, operations });
  expect(define({ testAuth, accept: done, confirmAccept: absent })).toThrow('done by hand');
  expect(define({ testAuth, accept: done })).toThrow('accept needs accept, confirmAccept');
  const secret = { title: '密钥', secret: true, required: true };
  const accountFields = [
    { ...secret, key: 'apiKey' },
    { ...secret, key: 'token' },
  ];
  const greedy = () => defineConnector({ ...declaration, accountFields, operations: { testAuth } });
  expect(greedy).toThrow('a shop keeps one secret');
});
