import { ChannelError } from '#modules/channels/model/port.ts';
import { readGif } from '#platform/pictures/gif.ts';
import { readPicture } from '#platform/pictures/picture.ts';
import { LABEL_MIMES, labelFormat } from '#platform/print/label-file.ts';
import { fileOfText } from './file-text.ts';
import type { TokenSession } from './token-session.ts';
import { errorOfStatus, unanswered, type Answer } from './transport.ts';

const MAX_FILE_BYTES = 50 * 1024 * 1024;
const MAX_REDIRECTS = 3;

interface FileRequest {
  /** Name of the step for people. */
  title: string;
  url: string;
  /** Origins that are sent the token; others carry their own signature in the address. */
  ownOrigins: readonly string[];
  /** Whether the document may well not exist, wherever it is asked for. */
  isOptional: boolean;
  /** Whether what is no file (a page of an error, nothing at all) is handed on as it came, for a person to see. */
  isJudged: boolean;
  timeoutMs: number;
}

/**
 * Fetches a file, over redirects too. The token goes to the channel's own hosts and nowhere else.
 * @returns null when the channel has no such file
 * @throws ChannelError `gone` when an address at a storage host has expired or leads nowhere
 */
export async function fetchFile(
  session: TokenSession,
  requested: FileRequest,
): Promise<{ bytes: Uint8Array; mime: string } | null> {
  const { title, isOptional } = requested;
  const { answer, atOwnHost } = await follow(session, requested);
  if (answer.status === 404 && (isOptional || atOwnHost)) return null;
  // Object stores answer an expired signature with 403, some with 400.
  if (!atOwnHost && [400, 401, 403, 404, 410].includes(answer.status)) {
    throw new ChannelError('gone', title, `文件地址已失效（${answer.status}），请重新获取`);
  }
  const failure = errorOfStatus(answer, 'read', title, session.now(), session.isTokenRefused);
  if (failure) throw failure;
  if (answer.status !== 200) {
    throw new ChannelError('validation', title, `渠道未返回文件（${answer.status}）`);
  }
  return fileOf(answer, requested);
}

async function follow(session: TokenSession, requested: FileRequest): Promise<{ answer: Answer; atOwnHost: boolean }> {
  const { title, ownOrigins } = requested;
  if (!URL.canParse(requested.url)) {
    throw new ChannelError('validation', title, '文件地址无法识别');
  }
  let url = new URL(requested.url);
  for (let hops = 0; ; hops++) {
    const atOwnHost = ownOrigins.includes(url.origin);
    const answer = await get(session, url.href, atOwnHost, requested);
    const target = answer.headers['location'];
    const isRedirect = answer.status >= 300 && answer.status < 400 && target !== undefined;
    if (!isRedirect) return { answer, atOwnHost };
    if (hops === MAX_REDIRECTS || !URL.canParse(target, url.href)) {
      throw new ChannelError('validation', title, '文件地址跳转过多');
    }
    url = new URL(target, url);
  }
}

async function get(
  { fetch, authorised }: TokenSession,
  url: string,
  withToken: boolean,
  { title, timeoutMs }: FileRequest,
): Promise<Answer> {
  const send = (headers: Record<string, string>): Promise<Answer> =>
    fetch(url, {
      method: 'GET',
      headers: { accept: 'application/pdf, application/octet-stream, */*', ...headers },
      timeoutMs,
      maxBytes: MAX_FILE_BYTES,
    });
  try {
    return withToken ? await authorised(send) : await send({});
  } catch (error) {
    throw unanswered(error, 'read', title);
  }
}

/** By content first: hosts send labels as plain octets, or as the text that is their base64. */
function fileOf({ body, headers }: Answer, { title, isJudged }: FileRequest): { bytes: Uint8Array; mime: string } {
  const mime = mimeOf(body);
  if (mime) return { bytes: body, mime };
  const reported = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  const isText = reported.startsWith('text/') || reported.includes('json');
  if (body.byteLength > 0 && reported !== '' && !isText) return { bytes: body, mime: reported };
  const bytes = isText ? fileOfText(Buffer.from(body).toString('latin1')) : null;
  const inText = bytes && mimeOf(bytes);
  if (bytes && inText) return { bytes, mime: inText };
  if (isJudged) return { bytes: body, mime: reported || 'application/octet-stream' };
  throw new ChannelError('unreadable', title, '渠道返回的不是文件');
}

/** What bytes are by themselves; null where they are nothing that can be printed or seen. */
function mimeOf(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.subarray(0, 1024)).toString('latin1').trimStart();
  if (start.startsWith('<')) return null;
  const format = labelFormat(bytes);
  if (format) return LABEL_MIMES[format];
  const picture = Buffer.from(bytes);
  return (readPicture(picture) ?? readGif(picture))?.mime ?? null;
}
