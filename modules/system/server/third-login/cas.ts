import type { OutboundFetch } from '#platform/outbound/outbound.ts';
import { casUser } from './cas-answer.ts';

export interface CasOptions {
  /** Base address of the server, without a slash at its end. */
  url: string;
  /** What its button says. */
  title: string;
}

/** Sign-in by a CAS server, protocol 2 or 3. */
export interface Cas {
  readonly title: string;
  /** Where the browser is sent. */
  begin(service: string): URL;
  /** Name of the person a ticket was given to; null when the server does not vouch for them. */
  validate(ticket: string, service: string): Promise<string | null>;
}

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 64 * 1024;

export function createCas({ url, title }: CasOptions, fetch: OutboundFetch): Cas {
  const address = (path: string, query: Record<string, string>): URL =>
    new URL(`${url}${path}?${new URLSearchParams(query).toString()}`);
  return {
    title,
    begin: (service) => address('/login', { service }),
    async validate(ticket, service) {
      const { status, body } = await fetch(address('/serviceValidate', { service, ticket }).href, {
        method: 'GET',
        headers: { accept: 'application/xml' },
        timeoutMs: TIMEOUT_MS,
        maxBytes: MAX_BYTES,
      });
      return status === 200 ? casUser(body) : null;
    },
  };
}
