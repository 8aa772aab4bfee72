import { beforeEach, expect, test } from 'vitest';
import type { Fetch } from '#modules/channels/model/port.ts';
import { createTokenStore } from './oauth-tokens.ts';
import { openTokenSession } from './token-session.ts';
import type { Answer } from './transport.ts';

/** Who asks twice, and for what: tokens that are over are renewed once, anything else is an answer. */

let fetched: number;
beforeEach(() => (fetched = 0));

const answer = (status: number, text: string): Answer => ({
  status,
  headers: {},
  body: Buffer.from(text),
});

const fetch: Fetch = async () => answer(200, JSON.stringify({ access_token: `token ${++fetched}`, expires_in: 3600 }));

const session = () =>
  openTokenSession(
    createTokenStore(),
    {
      accountId: '1',
      fetch,
      now: () => new Date('2026-11-01T00:00:00Z'),
      settings: {
        tokenUrl: 'https://channel.example/token',
        audience: 'a',
        clientId: 'b',
        clientSecret: 'c',
        timeoutMs: 1000,
      },
    },
    { isTokenRefused: () => false, isTokenOver: (text) => text.includes('jwt expired') },
  );

/** Tokens that were sent along until an answer stood, where the first is answered with this. */
async function sentFor(first: Answer): Promise<string[]> {
  const sent: string[] = [];
  await session().authorised(async ({ authorization = '' }) => {
    sent.push(authorization);
    return sent.length === 1 ? first : answer(200, 'done');
  });
  return sent;
}

const TWICE = ['Bearer token 1', 'Bearer token 2'];
const ONCE = ['Bearer token 1'];

test.each([
  ['status 401', answer(401, ''), TWICE],
  ['a short text under 200', answer(200, '{"error":"jwt expired"}'), TWICE],
  ['a short text under 403', answer(403, 'jwt expired'), TWICE],
  ['a file that happens to hold the words', answer(200, `${' '.repeat(200)}jwt expired`), ONCE],
  ['another refusal', answer(403, 'not your order'), ONCE],
])('%s', async (_what, first, sent) => {
  expect(await sentFor(first)).toEqual(sent);
});
