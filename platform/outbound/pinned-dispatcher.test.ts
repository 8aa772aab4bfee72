import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OutboundError } from './outbound-error.ts';
import { createPinnedDispatcher } from './pinned-dispatcher.ts';

const server = createServer(
  (_request, response) => void response.writeHead(302, { location: 'http://x.example' }).end(),
);
let port = 0;
beforeAll(async () => {
  await new Promise<void>((tell) => {
    server.listen(0, '127.0.0.1', tell);
  });
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** The status of an answer, or why there is none. */
async function reached(host: string, { listed = true, addresses = [] as string[] } = {}): Promise<number | string> {
  let resolved = 0;
  const dispatcher = createPinnedDispatcher({
    mayReach: () => listed,
    resolve: async () => {
      resolved++;
      return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    },
  });
  try {
    const { statusCode, body } = await dispatcher.request({
      origin: `http://${host}:${port}`,
      path: '/',
      method: 'GET',
    });
    await body.dump();
    return statusCode;
  } catch (error) {
    return error instanceof OutboundError ? error.code : String(error);
  } finally {
    expect(resolved).toBeLessThanOrEqual(1);
    await dispatcher.destroy();
  }
}

test('a listed origin is reached where it stands, and a redirect is an answer', async () => {
  expect(await reached('127.0.0.1')).toBe(302);
  expect(await reached('localhost', { addresses: ['127.0.0.1'] })).toBe(302);
  expect(await reached('127.0.0.1', { listed: false })).toBe('blocked');
});

test.each(['127.0.0.1', '0.0.0.0', '169.254.169.254', '::1', '::ffff:127.0.0.1', 'fe80::1'])(
  'a name that leads to %s leads nowhere, whoever answers for it',
  async (address) => {
    expect(await reached('erp.example', { addresses: [address] })).toBe('blocked');
    expect(await reached('erp.example', { addresses: ['203.0.112.9', address] })).toBe('blocked');
  },
);

test('a name without an address', async () => {
  expect(await reached('erp.example')).toBe('dns');
});
