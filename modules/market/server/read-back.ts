import type { Tx } from '#kit/server/database.ts';
import { readBackPrices, type ReadBack, type UnlikePrice } from '#modules/channels/server/index.ts';
import type { MarketReportRow } from '../model/report.ts';
import type { ReadReport } from './read-report.ts';

/** What a file of a type says of what we did at the marketplace. */
export type ToldReport = Pick<MarketReportRow, 'accountId' | 'type' | 'name' | 'periodFrom' | 'periodTo'>;

/** Listings that a sentence names. */
const MOST_NAMED = 5;
/** Prices have four places at most; what a file has beyond them is no price of ours. */
const PRICE = /^\d{1,12}(?:\.\d{1,4})?$/;

/**
 * 成本构成 is where the marketplace shows what it pays: prices that wait for it are confirmed by it.
 * @param mayConfirm whether who brought the file may say that a price is in force
 * @returns what came of it, as a sentence; null for other types
 */
export async function readBackReport(
  tx: Tx,
  report: ToldReport,
  { rows }: ReadReport,
  mayConfirm: boolean,
): Promise<string | null> {
  if (report.type !== 'costStack' || report.accountId === null) return null;
  const prices = new Map<string, string>();
  const unclear = new Set<string>();
  for (const { values } of rows) {
    const [part, base] = [String(values['part'] ?? ''), String(values['base'] ?? '')];
    if (!PRICE.test(base)) continue;
    const known = prices.get(part);
    if (known !== undefined && known !== base) unclear.add(part);
    prices.set(part, base);
  }
  for (const part of unclear) prices.delete(part);
  const { accountId, name, periodFrom: from, periodTo: to } = report;
  const back = await readBackPrices(tx, { accountId, from, to, source: name, prices, mayConfirm });
  return sentenceOf(back, unclear.size, mayConfirm);
}

function sentenceOf({ confirmed, held, differing, unlike }: ReadBack, unclear: number, mayConfirm: boolean): string {
  const why = mayConfirm ? '审批、底价或促销没过' : '上传人没有“确认已生效”权限';
  const parts = [
    confirmed > 0 && `${confirmed} 个调价已生效`,
    held > 0 && `${held} 个调价平台已生效但${why}，请到“定价”处理`,
    differing > 0 && `${differing} 个调价到了生效日平台仍是旧价，请到“定价”核对`,
    unlike.length > 0 && `${unlike.length} 个渠道产品的供货价与平台不同：${named(unlike)}`,
    unclear > 0 && `${unclear} 个渠道SKU在文件里有几个供货价，没有核对`,
  ].filter(Boolean);
  return parts.length > 0 ? `供货价：${parts.join('；')}` : '供货价与平台一致';
}

const named = (all: readonly UnlikePrice[]): string =>
  all
    .slice(0, MOST_NAMED)
    .map(({ channelSku, ours, theirs }) => `${channelSku}（我们 ${ours ?? '未填'}，平台 ${theirs}）`)
    .join('、') + (all.length > MOST_NAMED ? ' 等' : '');
