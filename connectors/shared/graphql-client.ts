import { ChannelError } from '#modules/channels/model/port.ts';
import { readEnvelope, type Dialect, type EnvelopeReading, type PartialFailure } from './graphql-envelope.ts';
import type { TokenSession } from './token-session.ts';
import { errorOfStatus, quoted, textOf, unanswered, type Answer, type Effect } from './transport.ts';

/** An answer of a marketplace holds at most some hundred rows; documents have their own cap. */
const MAX_JSON_BYTES = 16 * 1024 * 1024;

export interface Operation<Host extends string> {
  /** Name for people. */
  title: string;
  host: Host;
  document: string;
  variables: Record<string, unknown>;
  /** Where the wanted value stands under `data`. */
  path: readonly string[];
}

interface Reading {
  value: unknown;
  partial: PartialFailure[];
}

export interface GraphqlClient<Host extends string> {
  /**
   * @returns the value, and what of it the channel could not give
   * @throws ChannelError `auth`, `rate`, `transient`, `validation`, `unreadable`
   */
  read(operation: Operation<Host>): Promise<Reading>;
  /**
   * @returns the value and what of it is missing, or the channel's refusal in its own words
   * @throws ChannelError `auth`, `rate`, `validation`; `transient` when nothing was sent; `unknown`
   * when the effect may have happened
   */
  write(operation: Operation<Host>): Promise<Reading | { refused: string }>;
}

interface GraphqlHosts<Host extends string> {
  urls: Readonly<Record<Host, string>>;
  /** What one host wants beside the token. */
  headers?: Readonly<Partial<Record<Host, Record<string, string>>>>;
  timeoutMs: number;
}

/** GraphQL over POST with the token of an account, under the rules of the envelope. */
export function createGraphqlClient<Host extends string>(
  session: TokenSession,
  dialect: Dialect,
  { urls, headers: more, timeoutMs }: GraphqlHosts<Host>,
): GraphqlClient<Host> {
  const { authorised, fetch, renewToken } = session;
  const call = async (operation: Operation<Host>, effect: Effect, isRenewed = false): Promise<EnvelopeReading> => {
    const { title, host, document, variables, path } = operation;
    const body = JSON.stringify({ query: document, variables });
    let answer: Answer;
    try {
      answer = await authorised((headers) =>
        fetch(urls[host], {
          method: 'POST',
          headers: { ...headers, ...more?.[host], 'content-type': 'application/json', accept: 'application/json' },
          body,
          timeoutMs,
          maxBytes: MAX_JSON_BYTES,
        }),
      );
    } catch (error) {
      throw unanswered(error, effect, title);
    }
    const envelope = parseBody(answer, effect, title, session);
    try {
      return readEnvelope(envelope, path, effect, title, dialect);
    } catch (error) {
      const isTokenOver = error instanceof ChannelError && error.kind === 'auth';
      if (isRenewed || !isTokenOver) throw error;
      // Refused within an answer a token may just be over: with a new one it is the key.
      await renewToken();
      return call(operation, effect, true);
    }
  };

  return {
    async read(operation) {
      const reading = await call(operation, 'read');
      if (reading.status === 'ok') return reading;
      throw new ChannelError('validation', operation.title, `渠道不接受查询：${reading.message}`);
    },
    async write(operation) {
      const reading = await call(operation, 'write');
      return reading.status === 'ok' ? reading : { refused: reading.message };
    },
  };
}

function parseBody(answer: Answer, effect: Effect, operation: string, { now, isTokenRefused }: TokenSession): unknown {
  const failure = errorOfStatus(answer, effect, operation, now(), isTokenRefused);
  if (failure) throw failure;
  const text = textOf(answer).trim();
  try {
    const value: unknown = JSON.parse(text);
    if (answer.status < 400 || hasErrors(value)) return value;
  } catch {
    // Distinguished below.
  }
  if (answer.status >= 400) {
    const message = `渠道不接受请求（${answer.status}）${quoted(answer)}`;
    throw new ChannelError('validation', operation, message);
  }
  if (isTokenRefused(text)) {
    throw new ChannelError('auth', operation, `渠道拒绝授权${quoted(answer)}`);
  }
  const isCutOff = text.startsWith('{') || text.startsWith('[') || text === '';
  throw new ChannelError(
    effect === 'read' ? 'transient' : 'unknown',
    operation,
    isCutOff ? '渠道应答不完整' : `渠道应答不是 JSON${quoted(answer)}`,
  );
}

function hasErrors(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'errors' in value;
}
