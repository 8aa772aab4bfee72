import { DOWNLOAD_TIMEOUT_MS, HTTP_TIMEOUT_MS } from '#kit/model/limits.ts';
import { FILE_NOTE, type Path } from '#kit/model/route.ts';
import { ApiError, readAnswer, STATUS_TEXT, isSessionLost, type Envelope } from './api-error.ts';

export type Query = Record<string, string | number | boolean | null | undefined>;

export interface CallOptions {
  query?: Query | undefined;
  body?: unknown;
  /** Idempotency-Key of the user's action. */
  key?: string | undefined;
  /** Milliseconds; 15000 by default. */
  timeout?: number | undefined;
  /** Speaks for this token instead of the kept session's: sign-in before the session is kept. */
  token?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Answers from a cache will do: the address is the same each time. */
  isCacheable?: boolean | undefined;
  /** Tag of the answer that the caller has: one that is the same is not sent again. */
  known?: string | undefined;
  /** Goes on when the page is left. */
  keepalive?: boolean | undefined;
}

/** In whose name calls are made. */
export interface Bearer {
  token: string;
  tenantId: string;
}

let bearer: () => Bearer | null = () => null;

/** Calls are made in the name of whoever this answers at their time; until then in nobody's. */
export const speakFor = (who: () => Bearer | null): void => {
  bearer = who;
};

export const currentBearer = (): Bearer | null => bearer();

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

const UPLOAD_TIMEOUT = 120_000;

/** Prefix of every call: `<meta name="api-base">`, `/api` by default. */
export const apiBase = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="api-base"]')?.content || '/api';

/** One call of the API. @returns the whole envelope @throws ApiError */
export async function call<T>(method: Method, path: Path, options: CallOptions = {}): Promise<Envelope<T>> {
  const response = await send(method, path, options, HTTP_TIMEOUT_MS);
  if (options.known && response.status === 304)
    return { success: true, code: 304, message: '', result: null as T, isSame: true };
  const answer = judge<T>(response, await readJson(response));
  const tag = response.headers.get('etag');
  // An answer that the browser had kept says when it was made; its headers are those of today.
  const now = Number(response.headers.get('server-time'));
  return { ...answer, ...(tag ? { tag } : {}), ...(now > 0 ? { timestamp: now } : {}) };
}

/**
 * Uploads one file as multipart field `file`.
 * @returns the whole envelope: an import answers code 201 when some rows failed
 */
export async function upload<T>(path: Path, file: File, options: CallOptions = {}): Promise<Envelope<T>> {
  const form = new FormData();
  form.append('file', file, file.name);
  const response = await send('POST', path, { ...options, body: form }, UPLOAD_TIMEOUT);
  return judge<T>(response, await readJson(response));
}

/**
 * Downloads a file and hands it to the browser under the name the server gave it.
 * @throws ApiError 文件下载失败 when the answer is empty or no file
 */
export async function download(
  path: Path,
  query?: Query,
  fallbackName = '未知的文件',
  { method = 'GET', ...options }: CallOptions & { method?: Method } = {},
): Promise<void> {
  const response = await send(method, path, { ...options, query }, DOWNLOAD_TIMEOUT_MS);
  const blob = await readFile(response);
  saveBlob(blob, fileNameOf(response) ?? fallbackName);
}

/**
 * Fetches a picture that needs the token, as a data URI. Its address names its version: the
 * browser may keep it.
 * @throws ApiError when there is none
 */
export async function getPicture(path: Path, signal?: AbortSignal): Promise<string> {
  const response = await send('GET', path, { signal, isKept: true }, DOWNLOAD_TIMEOUT_MS);
  const blob = await readFile(response);
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new ApiError(0, '未知的文件'));
    reader.readAsDataURL(blob);
  });
}

let onSessionLost: ((error: ApiError) => void) | null = null;

/** What happens when the server no longer knows the session; called with each such answer. */
export const whenSessionLost = (handler: (error: ApiError) => void): void => {
  onSessionLost = handler;
};

/** The token each answer was asked with: one that was given up meanwhile says nothing of the next. */
const tokenOf = new WeakMap<Response, string>();

function judge<T>(response: Response, body: unknown): Envelope<T> {
  const answer = readAnswer<T>(response.status, body);
  if (!(answer instanceof ApiError)) return answer;
  const token = currentBearer()?.token;
  if (isSessionLost(answer) && token && tokenOf.get(response) === token) onSessionLost?.(answer);
  throw answer;
}

async function send(
  method: Method,
  path: Path,
  options: CallOptions & { isKept?: boolean },
  defaultTimeout: number,
): Promise<Response> {
  const { query, body, key, timeout, token, signal, keepalive = false } = options;
  const { isKept = false, isCacheable = method !== 'GET', known } = options;
  const session = token ? { token, tenantId: '0' } : currentBearer();
  const headers = new Headers({ 'tenant-id': session?.tenantId ?? '0' });
  if (session) headers.set('X-Access-Token', session.token);
  if (key) headers.set('Idempotency-Key', key);
  if (known) headers.set('If-None-Match', known);
  const isForm = body instanceof FormData;
  if (body !== undefined && !isForm) headers.set('Content-Type', 'application/json');
  const limit = AbortSignal.timeout(timeout ?? defaultTimeout);
  try {
    const response = await fetch(apiBase() + path + (isKept ? '' : searchOf(path, query, isCacheable)), {
      method,
      headers,
      keepalive,
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
    if (session) tokenOf.set(response, session.token);
    return response;
  } catch (error) {
    if (signal?.aborted) throw error;
    if (limit.aborted) throw new ApiError(504, STATUS_TEXT[504]);
    throw new ApiError(0, STATUS_TEXT.offline);
  }
}

/** The query of a call as it stands in its address; what is empty is left out. */
export function searchOf(path: Path, query: Query = {}, isCacheable = true): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  if (!isCacheable) search.set('_t', String(Math.floor(Date.now() / 1000)));
  const text = search.toString();
  return text === '' ? '' : `${path.includes('?') ? '&' : '?'}${text}`;
}

const isJson = (response: Response): boolean =>
  (response.headers.get('content-type') ?? '').includes('application/json');

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return null;
  }
}

/** The file of an answer. @throws ApiError as any call, or 文件下载失败 where it is empty or none */
async function readFile(response: Response): Promise<Blob> {
  const isNone = !response.ok || isJson(response);
  if (isNone) judge(response, await readJson(response));
  const blob = isNone ? null : await response.blob();
  if (!blob?.size) throw new ApiError(response.status, '文件下载失败');
  return blob;
}

function fileNameOf(response: Response): string | null {
  const match = /filename\*=UTF-8''([^;]+)/i.exec(response.headers.get('content-disposition') ?? '');
  return match?.[1] ? decoded(match[1]) : null;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** The bytes of a file that a call gives. @throws ApiError 文件下载失败 when the answer is empty or no file */
export const fetchFile = async (method: Method, path: Path, options: CallOptions = {}): Promise<Blob> =>
  readFile(await send(method, path, options, DOWNLOAD_TIMEOUT_MS));

/**
 * Fetches a file that is looked at rather than kept (papers to print) and shows it in a tab of its
 * own. The tab is opened at once, while the click still counts as one: a browser refuses later.
 * @returns what the server says beside the file (some of it is missing); null: nothing
 * @throws ApiError with the server's words when there is none
 */
export async function openFile(path: Path, options: CallOptions & { method?: Method } = {}): Promise<string | null> {
  const tab = window.open('', '_blank');
  if (tab) {
    tab.opener = null;
    tab.document.title = '正在生成…';
    tab.document.body.textContent = '正在生成，请稍候…';
  }
  try {
    const method = options.method ?? 'POST';
    const response = await send(method, path, options, UPLOAD_TIMEOUT);
    const blob = await readFile(response);
    showFile(tab, blob, fileNameOf(response) ?? '打印.pdf');
    return decoded(response.headers.get(FILE_NOTE) ?? '') || null;
  } catch (error) {
    tab?.close();
    throw error;
  }
}

function showFile(tab: Window | null, blob: Blob, name: string): void {
  if (!tab) return saveBlob(blob, name);
  const url = URL.createObjectURL(blob);
  tab.location.replace(url);
  // Long enough to be read and printed; kept any longer it would only hold memory.
  setTimeout(() => URL.revokeObjectURL(url), 10 * 60_000);
}
