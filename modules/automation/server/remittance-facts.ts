import { exponentOf } from '#kit/model/currency.ts';
import { formatDecimal } from '#kit/model/money.ts';
import type { Tx } from '#kit/server/database.ts';
import type { OwnFacts, SubjectMoment } from './own-facts.ts';

interface StoredRemittance {
  id: string;
  at: Date;
  remitNo: string;
  accountId: string;
  channelCode: string;
  currency: string;
  netAmount: bigint;
  difference: bigint;
  lineCount: number;
  openCount: number;
  source: string;
  version: number;
  status: string;
}

/** Facts of remittances that came in, as they stand: a query for all. */
export async function readRemittances(tx: Tx, moments: readonly SubjectMoment[]): Promise<OwnFacts[]> {
  const rows = await tx.rows<StoredRemittance>`
    select r.id, m.at, r.remit_no, r.account_id, a.channel_code, r.currency, r.net_amount,
      r.net_amount - r.line_total as difference, r.line_count, r.open_count, r.source, r.version, r.status
    from unnest(${moments.map(({ id }) => id)}::uuid[], ${moments.map(({ at }) => at)}::timestamptz[])
        as m (id, at)
      join remittance r on r.id = m.id
      join channel_account a on a.tenant_id = r.tenant_id and a.id = r.account_id
    where r.tenant_id = ${tx.tenant}`;
  return rows.map((row) => {
    const said = (minor: bigint): string => formatDecimal(BigInt(minor), exponentOf(row.currency));
    return {
      head: {
        kind: 'remittance',
        id: row.id,
        accountId: row.accountId,
        status: row.status,
        label: row.remitNo,
        version: String(row.version),
      },
      orderId: null,
      at: row.at,
      facts: {
        accountId: row.accountId,
        channelCode: row.channelCode,
        remitNet: said(row.netAmount),
        remitCurrency: row.currency,
        remitDifference: said(row.difference),
        remitLines: String(row.lineCount),
        remitOpenLines: String(row.openCount),
        remitSource: row.source,
      },
    };
  });
}
