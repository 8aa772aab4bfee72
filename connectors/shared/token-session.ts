import type { Fetch } from '#modules/channels/model/port.ts';
import type { TokenRequest, TokenStore } from './oauth-tokens.ts';
import { textOf, type Answer } from './transport.ts';

/** The calls of one account, with its token or without. */
export interface TokenSession {
  now: () => Date;
  /** A call without credentials: storage hosts never see the token. */
  fetch: Fetch;
  /** A call with the token, repeated once with a new one where the first was refused. */
  authorised(send: (headers: Record<string, string>) => Promise<Answer>): Promise<Answer>;
  /** A token fetched just now, whatever is in memory. */
  renewToken(): Promise<string>;
  /** Texts by which the channel refuses a token or key, under whatever status. */
  isTokenRefused(text: string): boolean;
}

/** How a marketplace words what it says of a token. */
export interface TokenWords {
  isTokenRefused(text: string): boolean;
  /** Worth another try with a new token, as status 401 is. */
  isTokenOver(text: string): boolean;
  /** How a call carries the token; `Authorization: Bearer …` where nothing is said. */
  headersOf?(token: string): Record<string, string>;
}

const NO_WORDS: TokenWords = { isTokenRefused: () => false, isTokenOver: () => false };

/** Longer texts are no refusal of a token but something that quotes one. */
const LONGEST_REFUSAL = 200;

const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });

/** What all calls of one account have in common. */
export function openTokenSession(
  tokens: TokenStore,
  request: TokenRequest,
  { isTokenRefused, isTokenOver, headersOf = bearer }: TokenWords = NO_WORDS,
): TokenSession {
  const isRefused = (answer: Answer): boolean =>
    answer.status === 401 || (answer.body.byteLength < LONGEST_REFUSAL && isTokenOver(textOf(answer)));
  return {
    now: request.now,
    fetch: request.fetch,
    isTokenRefused,
    renewToken: () => tokens.renew(request),
    async authorised(send) {
      const token = await tokens.get(request);
      const answer = await send(headersOf(token));
      if (!isRefused(answer)) return answer;
      tokens.drop(request, token);
      return send(headersOf(await tokens.get(request)));
    },
  };
}
