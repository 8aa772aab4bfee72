import type { Carrier } from '#modules/fulfilment/model/carrier-port.ts';
import { openClient } from './client.ts';
import { buyLabel, charges, findLabel, quote, track, voidLabel } from './labels.ts';

/** The carrier of the simulator: rates, labels, voids and tracking as JSON over HTTP, with one key. */
export const swift: Carrier = {
  code: 'swift',
  title: 'Swift（模拟承运商）',
  needsAccountNumber: true,
  isPractice: true,
  limits: { requestsPerSecond: 200 },
  connect(login, fetch, now) {
    const client = openClient(login, fetch, now);
    return {
      testAuth: async () => {
        await client.get('测试连接', '/account');
      },
      quote: (consignment) => quote(client, consignment),
      buyLabel: (request) => buyLabel(client, request),
      findLabel: (key) => findLabel(client, key),
      voidLabel: (labelId) => voidLabel(client, labelId),
      track: (trackingNo, since) => track(client, trackingNo, since),
      charges: (labelId) => charges(client, labelId),
    };
  },
};
