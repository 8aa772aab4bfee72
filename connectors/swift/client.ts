import { errorOfStatus, quoted, textOf, unanswered, type Effect } from '#connectors/shared/transport.ts';
import { objectOf, type WireObject } from '#connectors/shared/wire-values.ts';
import { ChannelError } from '#modules/channels/model/port.ts';
import { CarrierError, type CarrierFetch, type CarrierLogin } from '#modules/fulfilment/model/carrier-port.ts';

/** Calls of one account; each failure is one of the port's. */
export interface Client {
  get(operation: string, path: string): Promise<WireObject>;
  /** @param effect a read may be repeated; of a write that was sent only a look tells the outcome */
  post(operation: string, path: string, body: object, effect: Effect): Promise<WireObject>;
}

export function openClient(login: CarrierLogin, fetch: CarrierFetch, now: () => Date): Client {
  const headers = {
    authorization: `Bearer ${login.apiKey}`,
    'x-account': login.accountNumber,
    accept: 'application/json',
    'content-type': 'application/json',
  };
  async function call(
    operation: string,
    method: 'GET' | 'POST',
    path: string,
    effect: Effect,
    body?: object,
  ): Promise<WireObject> {
    const url = `${login.apiUrl.replace(/\/$/, '')}${path}`;
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(url, { method, headers, ...sent }).catch((error: unknown) => {
      throw asCarrierError(unanswered(error, effect, operation));
    });
    const fault = errorOfStatus(answer, effect, operation, now());
    if (fault) throw asCarrierError(fault);
    const read = readJson(textOf(answer));
    if (answer.status >= 400) throw refusalOf(operation, answer.status, read, quoted(answer));
    if (read === null) {
      // Of a write that was answered unreadably nobody knows whether it happened.
      const kind = effect === 'write' ? 'unknown' : 'unreadable';
      throw new CarrierError(kind, `${operation}：承运商的答复读不出来${quoted(answer)}`);
    }
    return read;
  }
  return {
    get: (operation, path) => call(operation, 'GET', path, 'read'),
    post: (operation, path, body, effect) => call(operation, 'POST', path, effect, body),
  };
}

/** The line and its statuses fail at carriers as at marketplaces. */
const asCarrierError = (error: unknown): unknown =>
  error instanceof ChannelError
    ? new CarrierError(
        error.kind,
        `${error.operation}：${error.message.replaceAll('渠道', '承运商')}`,
        error.retryAfterMs,
      )
    : error;

function readJson(text: string): WireObject | null {
  try {
    return objectOf(JSON.parse(text));
  } catch {
    return null;
  }
}

/** The carrier's own code of a refusal, for who decides by it. */
export class SwiftRefusal extends CarrierError {
  readonly code: string;

  constructor(kind: 'validation' | 'gone' | 'duplicate', message: string, code: string) {
    super(kind, message);
    this.code = code;
  }
}

function refusalOf(operation: string, status: number, read: WireObject | null, words: string): CarrierError {
  const { code, message } = objectOf(read?.['error']);
  const kind = status === 404 ? 'gone' : code === 'duplicate_reference' ? 'duplicate' : 'validation';
  const said = typeof message === 'string' ? `：${message}` : words;
  return new SwiftRefusal(kind, `${operation}被承运商拒绝${said}`, String(code ?? ''));
}
