import { ChannelError } from '#modules/channels/model/port.ts';
import type { DocumentKind } from '#modules/channels/model/port.ts';
import type { WayfairClient } from './client.ts';
import { errorOfStatus, unanswered } from '../shared/transport.ts';
import type { Answer } from '../shared/transport.ts';

const MAX_DOCUMENT_BYTES = 50 * 1024 * 1024;
const MAX_REDIRECTS = 3;

/** REST paths by kind; customs papers are only reached by the address in the label event. */
const PATHS: Readonly<Record<DocumentKind, string | null>> = {
  label: 'shipping_label',
  packingSlip: 'packing_slip',
  bol: 'bill_of_lading',
  customs: null,
};

const TITLES: Readonly<Record<DocumentKind, string>> = {
  label: '下载面单',
  packingSlip: '下载装箱单',
  bol: '下载提单',
  customs: '下载报关单',
};

/**
 * Fetches a document. The token goes to the account's API host and nowhere else: addresses at
 * storage hosts, also those the API host redirects to, carry their own signature.
 * @param url address from the label event or the order; null = the REST path of the order
 * @returns null when the channel has no such document: no BOL for parcels, no label before it is made
 * @throws ChannelError `gone` when an address at a storage host has expired or leads nowhere
 */
export async function fetchDocument(
  client: WayfairClient,
  kind: DocumentKind,
  channelOrderNo: string,
  url: string | null,
): Promise<{ bytes: Uint8Array; mime: string } | null> {
  const path = PATHS[kind];
  if (url === null && path === null) return null;
  const start =
    url ?? `${client.settings.documentsUrl}/${path}/${encodeURIComponent(channelOrderNo)}`;
  const { answer, atApiHost } = await follow(client, TITLES[kind], start);
  if (answer.status === 404 && (kind === 'bol' || atApiHost)) return null;
  // Object stores answer an expired signature with 403, some with 400.
  if (!atApiHost && [400, 401, 403, 404, 410].includes(answer.status)) {
    throw new ChannelError('gone', TITLES[kind], `文件地址已失效（${answer.status}），请重新获取`);
  }
  const failure = errorOfStatus(answer, 'read', TITLES[kind], client.now());
  if (failure) throw failure;
  if (answer.status !== 200) {
    const message = `渠道未返回文件（${answer.status}）`;
    throw new ChannelError('validation', TITLES[kind], message);
  }
  return { bytes: answer.body, mime: mimeOf(answer, TITLES[kind]) };
}

async function follow(
  client: WayfairClient,
  operation: string,
  start: string,
): Promise<{ answer: Answer; atApiHost: boolean }> {
  if (!URL.canParse(start)) {
    throw new ChannelError('validation', operation, '文件地址无法识别');
  }
  let url = new URL(start);
  for (let hops = 0; ; hops++) {
    const atApiHost = isApiHost(client, url);
    const answer = await get(client, url.href, atApiHost, operation);
    const target = answer.headers['location'];
    const isRedirect = answer.status >= 300 && answer.status < 400 && target !== undefined;
    if (!isRedirect) return { answer, atApiHost };
    if (hops === MAX_REDIRECTS || !URL.canParse(target, url.href)) {
      throw new ChannelError('validation', operation, '文件地址跳转过多');
    }
    url = new URL(target, url);
  }
}

async function get(
  client: WayfairClient,
  url: string,
  withToken: boolean,
  operation: string,
): Promise<Answer> {
  const send = (headers: Record<string, string>): Promise<Answer> =>
    client.fetch(url, {
      method: 'GET',
      headers: { accept: 'application/pdf, application/octet-stream, */*', ...headers },
      timeoutMs: client.settings.timeoutMs,
      maxBytes: MAX_DOCUMENT_BYTES,
    });
  try {
    return withToken
      ? await client.authorised((token) => send({ authorization: `Bearer ${token}` }))
      : await send({});
  } catch (error) {
    throw unanswered(error, 'read', operation);
  }
}

/** The host of the orders API as the account's settings name it, scheme and port included. */
function isApiHost(client: WayfairClient, url: URL): boolean {
  const { apiUrl, documentsUrl } = client.settings;
  return [apiUrl, documentsUrl].some((own) => new URL(own).origin === url.origin);
}

/** By content first: hosts send labels as plain octets. */
function mimeOf(answer: Answer, operation: string): string {
  const start = new TextDecoder('latin1').decode(answer.body.subarray(0, 1024)).trimStart();
  if (start.startsWith('%PDF-')) return 'application/pdf';
  if (start.startsWith('^XA') || start.startsWith('~')) return 'application/zpl';
  if (start.startsWith('\x89PNG')) return 'image/png';
  const told = (answer.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  const isDocument = told !== '' && !told.startsWith('text/') && !told.includes('json');
  if (answer.body.byteLength > 0 && isDocument) return told;
  throw new ChannelError('unreadable', operation, '渠道返回的不是文件');
}
