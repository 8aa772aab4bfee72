import { ChannelError } from '#modules/channels/model/port.ts';
import type { AdReportReading, AdReportRequest } from '#modules/channels/model/port.ts';
import { fetchFile } from '../shared/fetch-file.ts';
import { errorOfStatus, quoted, textOf as bodyOf, unanswered, type Answer } from '../shared/transport.ts';
import { objectOf, textOf, type WireObject } from '../shared/wire-values.ts';
import type { WayfairClient } from './client.ts';

const REQUEST = '申请广告报表';
const READING = '读取广告报表';
const FILE = '下载广告报表';
const MAX_ANSWER_BYTES = 1024 * 1024;

const TYPES = { campaigns: 'CAMPAIGN_REPORT', listings: 'LISTING_REPORT' } as const;
/** Sponsored products of suppliers; the other program is for shops that Wayfair runs itself. */
const PROGRAM = 'WSP';

/**
 * Asks for a report (channels.md §1.10). Asking twice makes two of them there and changes nothing else: a call without
 * an answer is made once more.
 * @returns its id at the channel
 */
export async function requestAdReport(client: WayfairClient, request: AdReportRequest): Promise<string> {
  const { supplierId } = client.settings;
  if (supplierId === null) throw new ChannelError('validation', REQUEST, '店铺账号未填写供应商ID，不能申请广告报表');
  const answer = await call(client, REQUEST, 'POST', '', {
    name: request.name.slice(0, 250),
    reportType: TYPES[request.about],
    fileType: 'CSV',
    attributionWindow: request.attributionDays,
    groupBy: request.groupBy.toUpperCase(),
    program: PROGRAM,
    supplierId: Number(supplierId),
    filters: { startDate: request.from, endDate: request.to },
  });
  const id = textOf(answer['id']);
  if (id === null) throw new ChannelError('unreadable', REQUEST, '渠道没有给出报表编号');
  return id;
}

/** What became of a report, with its file once it is made; null where the channel knows of none. */
export async function readAdReport(client: WayfairClient, reportId: string): Promise<AdReportReading | null> {
  const answer = await call(client, READING, 'GET', `?reportId=${encodeURIComponent(reportId)}`, null);
  if (answer['unknown'] === true) return null;
  const [status, url] = [textOf(answer['status']) ?? '', textOf(answer['url'])];
  if (/fail|error|cancel|reject/i.test(status)) return { state: 'failed', message: `平台没有生成报表（${status}）` };
  if (url === null) return { state: 'waiting' };
  const { apiUrl, advertisingUrl, timeoutMs } = client.settings;
  const file = await fetchFile(client, {
    title: FILE,
    url,
    ownOrigins: [apiUrl, advertisingUrl].map((own) => new URL(own).origin),
    isOptional: false,
    // A CSV is text: what is no table is said where it is read.
    isJudged: true,
    timeoutMs,
  });
  return file ? { state: 'ready', bytes: file.bytes } : null;
}

async function call(
  client: WayfairClient,
  title: string,
  method: 'GET' | 'POST',
  query: string,
  body: object | null,
): Promise<WireObject> {
  const { advertisingUrl, timeoutMs } = client.settings;
  let answer: Answer;
  try {
    answer = await client.authorised((headers) =>
      client.fetch(`${advertisingUrl}/reports${query}`, {
        method,
        headers: { ...headers, accept: 'application/json', ...(body ? { 'content-type': 'application/json' } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
        timeoutMs,
        maxBytes: MAX_ANSWER_BYTES,
      }),
    );
  } catch (error) {
    throw unanswered(error, 'read', title);
  }
  if (answer.status === 404 && method === 'GET') return { unknown: true };
  const failure = errorOfStatus(answer, 'read', title, client.now(), client.isTokenRefused);
  if (failure) throw failure;
  if (answer.status < 200 || answer.status > 299)
    throw new ChannelError('validation', title, `渠道拒绝（${answer.status}）${quoted(answer)}`);
  try {
    return objectOf(JSON.parse(bodyOf(answer)));
  } catch {
    throw new ChannelError('transient', title, `渠道的答复无法识别${quoted(answer)}`);
  }
}
