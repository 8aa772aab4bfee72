import { expect, test } from 'vitest';
import { CarrierError, type CarrierConnection } from '../../model/carrier-port.ts';
import { discreetCarrier } from './discreet-carrier.ts';

test('what a carrier quotes of a buyer or of the key is in no error and in no answer of a void', async () => {
  const reported = 'no parcel for Jane Roe, 12 Main St: key s3cret-key';
  const connection = {
    buyLabel: () => Promise.reject(new CarrierError('validation', reported, 7)),
    voidLabel: () => Promise.resolve({ status: 'refused', message: reported }),
  } as unknown as CarrierConnection;
  const quiet = discreetCarrier(connection, ['Jane Roe', '12 Main St', '', 's3cret-key']);
  const message = 'no parcel for ***, ***: key ***';
  await expect(quiet.buyLabel({} as never)).rejects.toMatchObject({
    kind: 'validation',
    retryAfterMs: 7,
    message,
  });
  expect(await quiet.voidLabel('L-1')).toEqual({ status: 'refused', message });
  expect(quiet.charges).toBeUndefined();
});
