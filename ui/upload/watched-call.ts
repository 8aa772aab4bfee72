import type { Path } from '#kit/model/route.ts';
import { ApiError, readAnswer, STATUS_TEXT, type Envelope } from '../http/api-error.ts';
import { apiBase, currentBearer, searchOf, type Query } from '../http/http.ts';

interface WatchedCall {
  method: 'POST' | 'PUT';
  /** Below the API base. */
  path: Path;
  query?: Query | undefined;
  /** A form, or what goes as JSON. */
  body: FormData | object;
  signal: AbortSignal;
  /** Says who uploads. */
  hasToken: boolean;
  /** Bytes that have left, of the file and its form. */
  onSent?: (bytes: number) => void;
  /** Everything has left: from here on the server works. */
  onAllSent?: () => void;
  /** Idempotency-Key of the user's action. */
  key?: string | undefined;
  /** Milliseconds; two minutes by default. */
  timeout?: number;
}

const TIMEOUT_MS = 120_000;

/**
 * A call that tells how far its body has got, which `fetch` does not. A session that is gone fails
 * this call alone: the page with the chosen files is not taken away from under them.
 * @throws ApiError; DOMException when it was given up
 */
export function watchedCall<T>(call: WatchedCall): Promise<Envelope<T>> {
  const { method, path, query, body, signal, hasToken, onSent, onAllSent, key } = call;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const giveUp = (): void => request.abort();
    const end = (finish: () => void) => (): void => {
      signal.removeEventListener('abort', giveUp);
      finish();
    };
    request.open(method, apiBase() + path + searchOf(path, query));
    const bearer = currentBearer();
    if (bearer && hasToken) request.setRequestHeader('X-Access-Token', bearer.token);
    request.setRequestHeader('tenant-id', bearer?.tenantId ?? '0');
    if (key) request.setRequestHeader('Idempotency-Key', key);
    request.timeout = call.timeout ?? TIMEOUT_MS;
    request.upload.onload = () => onAllSent?.();
    request.upload.onprogress = ({ loaded }) => onSent?.(loaded);
    request.onload = end(() => {
      const answer = judge<T>(request.status, request.responseText);
      if (answer instanceof ApiError) reject(answer);
      else resolve(answer);
    });
    request.onerror = end(() => reject(new ApiError(0, STATUS_TEXT.offline)));
    request.ontimeout = end(() => reject(new ApiError(504, STATUS_TEXT[504])));
    request.onabort = end(() => reject(new DOMException('given up', 'AbortError')));
    if (signal.aborted) return reject(new DOMException('given up', 'AbortError'));
    signal.addEventListener('abort', giveUp);
    if (body instanceof FormData) return request.send(body);
    request.setRequestHeader('Content-Type', 'application/json');
    request.send(JSON.stringify(body));
  });
}

/** Done but not successful, and without a word, is an unknown error (spec §8 "Uploads"). */
function judge<T>(status: number, text: string): Envelope<T> | ApiError {
  const body = parsed(text) as { success?: unknown; message?: unknown } | null;
  if (body?.success === false && !body.message && status < 400) return new ApiError(status, '未知错误');
  return readAnswer<T>(status, body);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
