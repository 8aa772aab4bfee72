import type { Path } from '#kit/model/route.ts';
import { ApiError, isOutcomeUnknown } from '../http/api-error.ts';
import { call } from '../http/http.ts';
import { widgetServices } from '../services.ts';
import { crc32 } from './crc32.ts';
import { watchedCall } from './watched-call.ts';

/** How uploads of one place are sent. */
export interface Sending {
  /** Path below the API base; our own upload by default. */
  action?: Path | undefined;
  /** Fields beside the file: `biz`, `isup` … */
  fields: Readonly<Record<string, string>>;
  /** Field of the answer that holds the path; `message` by default. */
  responseName?: string | undefined;
  /** Whether a configured action receives the token of who uploads; our own always does. */
  token?: boolean | undefined;
}

interface Watched {
  signal: AbortSignal;
  onProgress: (percent: number) => void;
}

const ownAction = (): Path => widgetServices.get().uploadPath;
const parts = () => widgetServices.get().parts;
const MB = 1024 * 1024;
/** Above this a lost connection would cost too much again. */
const WHOLE_BYTES = 4 * MB;
export const MAX_BYTES = 10 * MB;
/** The server's words for the same limit. */
export const TOO_LARGE = '文件大小超出10MB限制, 请压缩或降低文件质量! ';

/** Uploads a file, a large one in parts. @returns its path @throws ApiError; DOMException when given up */
export async function sendFile(file: File, sending: Sending, watched: Watched): Promise<string> {
  const own = ownAction();
  const { action = own } = sending;
  if (file.size > MAX_BYTES) throw new ApiError(413, TOO_LARGE);
  if (action === own && file.size > WHOLE_BYTES) return sendParts(file, sending.fields['biz'], watched);
  const body = new FormData();
  for (const [name, value] of Object.entries(sending.fields)) body.append(name, value);
  body.append('file', file, file.name);
  const answer = await watchedCall<unknown>({
    method: 'POST',
    path: action,
    body,
    signal: watched.signal,
    hasToken: action === own || sending.token === true,
    onSent: (bytes) => watched.onProgress(percentOf(bytes, file.size)),
  });
  return pathIn({ ...answer }, sending.responseName ?? 'message');
}

/** The path, in the envelope or in its result. */
function pathIn(answer: Record<string, unknown>, name: string): string {
  const inResult = (answer['result'] as Record<string, unknown> | null)?.[name];
  const path = answer[name] ?? inResult;
  if (typeof path !== 'string' || path === '') throw new ApiError(200, '未知错误');
  return path;
}

/** The last percent is the server's: it still looks at the file. */
const percentOf = (sent: number, size: number): number => Math.min(99, Math.floor((sent / Math.max(size, 1)) * 100));

interface Opened {
  id: string;
  received: number;
  chunkBytes: number;
}

const TRIES = 4;

/** Goes on where an earlier try of the same file broke off. */
async function sendParts(file: File, biz: string | undefined, watched: Watched): Promise<string> {
  const { signal } = watched;
  const about = { method: 'POST', signal, hasToken: true } as const;
  const body = { name: file.name, size: file.size, biz, fingerprint: await fingerprintOf(file) };
  const { result } = await watchedCall<Opened>({ ...about, path: parts().begin, body });
  try {
    await sendRest(file, result, watched);
    const path = parts().finish(result.id);
    return (await watchedCall({ ...about, path, body: {} })).message;
  } catch (error) {
    // Given up for good: the server need not keep what it has.
    if (signal.aborted) void call('DELETE', parts().of(result.id)).catch(() => undefined);
    throw error;
  }
}

async function sendRest(file: File, opened: Opened, watched: Watched): Promise<void> {
  let at = opened.received;
  for (let failures = 0; at < file.size;) {
    watched.onProgress(percentOf(at, file.size));
    try {
      at = await sendPart(file, opened, at, watched);
      failures = 0;
    } catch (error) {
      const place = placeToGoOn(error);
      failures += 1;
      const isHopeless = place === null && !isOutcomeUnknown(error);
      if (failures >= TRIES || isHopeless || watched.signal.aborted) throw error;
      at = place ?? at;
      await pause(500 * 2 ** failures, watched.signal);
    }
  }
}

/** The server says where the next part begins. */
function placeToGoOn(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null;
  const received = (error.result as { received?: unknown } | null)?.received;
  return typeof received === 'number' ? received : null;
}

async function sendPart(
  file: File,
  { id, chunkBytes }: Opened,
  at: number,
  { signal, onProgress }: Watched,
): Promise<number> {
  const part = file.slice(at, at + chunkBytes);
  const sum = crc32(new Uint8Array(await part.arrayBuffer()));
  const body = new FormData();
  body.append('file', part, 'part');
  const { result } = await watchedCall<{ received: number }>({
    method: 'PUT',
    path: parts().of(id),
    query: { offset: at, crc32: sum },
    body,
    signal,
    hasToken: true,
    onSent: (bytes) => onProgress(percentOf(at + Math.min(bytes, part.size), file.size)),
  });
  return result.received;
}

/** Tells a file that is chosen again from another one of the same name. */
const fingerprintOf = async (file: File): Promise<string> =>
  `${file.size}-${file.lastModified}-${crc32(new Uint8Array(await file.arrayBuffer()))}`;

/** Waits, but not for somebody who has given up. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new DOMException('given up', 'AbortError'));
    });
  });
