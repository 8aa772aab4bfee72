import type { DocumentKind } from '#modules/channels/model/port.ts';
import { fetchFile } from '../shared/fetch-file.ts';
import type { WayfairClient } from './client.ts';

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
  const { apiUrl, documentsUrl, timeoutMs } = client.settings;
  return fetchFile(client, {
    title: TITLES[kind],
    url: url ?? `${documentsUrl}/${path}/${encodeURIComponent(channelOrderNo)}`,
    ownOrigins: [apiUrl, documentsUrl].map((own) => new URL(own).origin),
    isOptional: kind === 'bol',
    isJudged: kind === 'label',
    timeoutMs,
  });
}
