import { ChannelError } from '#modules/channels/model/port.ts';
import type { ConnectorAccount, Fetch } from '#modules/channels/model/port.ts';
import { errorOfStatus, quoted, textOf as bodyOf, unanswered, type Answer, type Effect } from '../shared/transport.ts';
import { objectOf, type WireObject } from '../shared/wire-values.ts';
import { refusalOf, type WireRefusal } from './refusals.ts';
import { readSettings, type MiraklSettings } from './settings.ts';

interface Read {
  /** Name of the step for people. */
  title: string;
  path: string;
  query?: Readonly<Record<string, string>>;
}

interface Write extends Read {
  method: 'POST' | 'PUT';
  /** JSON, or a file that goes as the field `file` of a form. */
  body: { json: unknown } | { csv: string } | null;
}

/** What a write was answered with: its answer, empty where the marketplace says nothing more, or a refusal. */
export type Written = { answer: WireObject; refused?: never } | { refused: WireRefusal; answer?: never };

export interface MiraklClient {
  accountId: string;
  settings: MiraklSettings;
  warehouseCodes: readonly string[];
  now: () => Date;
  /** @throws ChannelError `gone` for what the marketplace does not know */
  read(call: Read): Promise<WireObject>;
  readText(call: Read): Promise<string>;
  write(call: Write): Promise<Written>;
}

const BOUNDARY = 'waybill-3f1c9d7a52';

/** Everything calls of one account have in common: its key bare, without any word before it. */
export function openClient(account: ConnectorAccount, fetch: Fetch, now: () => Date): MiraklClient {
  const settings = readSettings(account);
  const call = async ({ title, path, query = {}, ...write }: Read & Partial<Write>): Promise<Answer> => {
    const effect: Effect = write.method ? 'write' : 'read';
    const url = new URL(`${settings.apiUrl}${path}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    if (settings.shopId !== null) url.searchParams.set('shop_id', settings.shopId);
    const sent = write.body ? bodyFor(write.body) : null;
    const answer = await fetch(url.href, {
      method: write.method ?? 'GET',
      headers: { authorization: settings.shopKey, accept: 'application/json', ...sent?.headers },
      ...(sent ? { body: sent.body } : {}),
      timeoutMs: settings.timeoutMs,
    }).catch((error: unknown) => {
      throw unanswered(error, effect, title);
    });
    const failure = errorOfStatus(answer, effect, title, now());
    if (failure) throw failure;
    return answer;
  };
  const readAnswer = async (about: Read): Promise<Answer> => {
    const answer = await call(about);
    if (answer.status < 300) return answer;
    const { message } = refusalOf(answer);
    throw new ChannelError(answer.status === 404 ? 'gone' : 'validation', about.title, `平台拒绝：${message}`);
  };
  return {
    accountId: account.id,
    settings,
    warehouseCodes: account.warehouseCodes,
    now,
    async read(about) {
      const answer = await readAnswer(about);
      const wire = jsonOf(answer);
      if (wire === null) throw new ChannelError('unreadable', about.title, `平台应答不是 JSON${quoted(answer)}`);
      return wire;
    },
    readText: async (about) => bodyOf(await readAnswer(about)),
    async write(about) {
      const answer = await call(about);
      if (answer.status >= 300) return { refused: refusalOf(answer) };
      if (bodyOf(answer).trim() === '') return { answer: {} };
      const wire = jsonOf(answer);
      // Of a write that was answered unreadably nobody knows whether it happened.
      if (wire === null) throw new ChannelError('unknown', about.title, `平台应答无法识别${quoted(answer)}`);
      return { answer: wire };
    },
  };
}

/** An object that an answer holds; null for all else. */
function jsonOf(answer: Answer): WireObject | null {
  try {
    const value: unknown = JSON.parse(bodyOf(answer));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? objectOf(value) : null;
  } catch {
    return null;
  }
}

function bodyFor(body: NonNullable<Write['body']>): { headers: Record<string, string>; body: string } {
  if ('json' in body) return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body.json) };
  const part = 'content-disposition: form-data; name="file"; filename="stock.csv"\r\ncontent-type: text/csv';
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    body: `--${BOUNDARY}\r\n${part}\r\n\r\n${body.csv}\r\n--${BOUNDARY}--\r\n`,
  };
}
