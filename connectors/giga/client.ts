import { errorOfStatus, quoted, textOf as bodyOf, unanswered } from '#connectors/shared/transport.ts';
import { objectOf, textOf, type WireObject } from '#connectors/shared/wire-values.ts';
import { withOriginal } from '#kit/model/foreign-words.ts';
import { ChannelError } from '#modules/channels/model/port.ts';
import {
  SupplierError,
  type SupplierErrorKind,
  type SupplierFetch,
  type SupplierLogin,
} from '#modules/purchasing/model/supply/supplier-port.ts';
import { newNonce, signatureOf } from './sign.ts';

/** Paths of the buyer's side of version 2. */
const PREFIX = '/b2b-overseas-api/v1/buyer/';

export interface Client {
  /** @returns `data` of the answer. @throws SupplierError; GigaRefusal where the supplier refuses what was asked for */
  post(operation: string, path: string, body: object): Promise<unknown>;
}

/** The supplier understood and refused: its own code says why. */
export class GigaRefusal extends SupplierError {
  readonly code: string;

  constructor(message: string, code: string) {
    super('validation', message);
    this.code = code;
  }
}

export function openClient(login: SupplierLogin, fetch: SupplierFetch, now: () => Date): Client {
  const base = login.apiUrl.replace(/\/+$/, '');
  return {
    async post(operation, name, body) {
      const path = `${PREFIX}${name}`;
      const [timestamp, nonce] = [now().getTime(), newNonce()];
      const headers = {
        'content-type': 'application/json',
        accept: 'application/json',
        'client-id': login.clientId,
        timestamp: String(timestamp),
        nonce,
        sign: signatureOf({ ...login, path, timestamp, nonce }),
      };
      const answer = await fetch(`${base}${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
        rateKey: name,
      }).catch((error: unknown) => {
        throw asSupplierError(unanswered(error, 'read', operation));
      });
      const read = readJson(bodyOf(answer));
      // What the answer itself says stands above its status; a status alone is of whoever stands between us.
      if (read === null || (read['success'] === undefined && read['code'] === undefined)) {
        const fault = errorOfStatus(answer, 'read', operation, now());
        throw fault
          ? asSupplierError(fault)
          : new SupplierError('unreadable', `${operation}：供应商的应答读不懂${quoted(answer)}`);
      }
      const code = textOf(read['code']) ?? '';
      const isFine = code === '' ? read['success'] === true : code === '200' && read['success'] !== false;
      if (!isFine) throw refusalOf(operation, code, read);
      return read['data'];
    },
  };
}

/** The line and its statuses fail at suppliers as at marketplaces. */
const asSupplierError = (error: unknown): unknown => {
  if (!(error instanceof ChannelError)) return error;
  const kind = KINDS.has(error.kind) ? (error.kind as SupplierErrorKind) : 'transient';
  const words = `${error.operation}：${error.message.replaceAll('渠道', '供应商')}`;
  return new SupplierError(kind, words, error.retryAfterMs);
};

const KINDS: ReadonlySet<string> = new Set<SupplierErrorKind>([
  'auth',
  'denied',
  'validation',
  'rate',
  'transient',
  'unreadable',
]);

function readJson(text: string): WireObject | null {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? objectOf(read) : null;
  } catch {
    return null;
  }
}

/** Codes of every call, with what a person is to look at. */
const CODES: Readonly<Record<string, readonly [SupplierErrorKind, string]>> = {
  '401': ['auth', '供应商不认识这个 Client ID，或它没有开通接口'],
  '404': ['validation', '接口地址不对：供应商没有这个接口'],
  '500': ['transient', '供应商服务异常'],
  '400001': ['rate', '供应商限流，请稍后再试'],
  '400003': ['validation', '供应商不接受请求内容'],
  '400004': ['auth', '签名不符：Client Secret 不正确'],
  '400005': ['unreadable', '供应商没有收到签名'],
  '400006': ['unreadable', '供应商没有收到时间'],
  '400007': ['clock', '供应商读不懂请求时间：请检查服务器时钟，密钥不用改'],
  '400008': ['clock', '请求时间过期：服务器时钟与供应商相差超过 20 分钟，请校准时钟，密钥不用改'],
  '400009': ['unreadable', '供应商没有收到随机码'],
  '400010': ['unreadable', '供应商不接受随机码'],
  '4000010': ['unreadable', '供应商不接受随机码'],
};

function refusalOf(operation: string, code: string, read: WireObject): SupplierError {
  const said = [textOf(read['msg']), textOf(read['subMsg'])].filter((words) => words !== null).join('；');
  const known = CODES[code];
  if (known) return new SupplierError(known[0], withOriginal(`${operation}：${known[1]}（${code}）`, said));
  return new GigaRefusal(withOriginal(`${operation}：供应商拒绝（${code || '没有代码'}）`, said), code);
}
