import { may } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import { addDays, dayIn } from '#kit/model/time.ts';
import { column, sql } from '#kit/server/sql.ts';
import { convertAmount } from '#modules/base/model/convert.ts';
import { baseCurrency } from '#modules/base/server/index.ts';
import { deduction } from '#modules/finance/model/deduction.ts';
import { invoice } from '#modules/finance/model/invoice.ts';
import { remittance } from '#modules/finance/model/remittance.ts';
import { SEE_MONEY, type FinanceAnalysis, type MoneyFigure, type Span } from '../../model/analysis.ts';
import { amountText, leadsOf, shareOf, type Listed, type Lists } from './listed.ts';
import { betweenTimes } from './period.ts';

const invoicesOf = (more: Record<string, string> = {}): Listed => ({
  resource: invoice,
  path: '/finance/invoice',
  query: { status: 'issued,sent,part_paid,short_paid,disputed', balance: '> 0', ...more },
});

const remittancesOf = (query: Record<string, string>): Listed => ({
  resource: remittance,
  path: '/finance/remittance',
  query,
});

const deductionsOf = (from: string, to: string, more: Record<string, string>): Listed => ({
  resource: deduction,
  path: '/finance/deduction',
  query: { ...betweenTimes('postedAt', from, to), ...more },
});

/** Every state of a deduction that stands. */
const STANDING = { status: '!withdrawn' };
const DECIDED = { result: 'won,partial,lost' };
const BROUGHT_BACK = { result: 'won,partial' };

/** 财务: what is owed and what was kept, in the base currency at the rates of today. */
export async function financeAnalysis(tx: Tx, span: Span, lists: Lists): Promise<FinanceAnalysis | null> {
  const sees = {
    invoice: lists.sees(tx, invoice),
    remittance: lists.sees(tx, remittance),
    deduction: lists.sees(tx, deduction),
  };
  if (!Object.values(sees).some(Boolean)) return null;
  const { currency, money, amountOf, unrated } = await ratesOf(tx);
  const figure = async (isSeen: boolean, listed: Listed, sum: string): Promise<MoneyFigure | null> =>
    isSeen ? { ...amountOf(await sumsOf(tx, lists, listed, sum)), leads: leadsOf(listed) } : null;
  const { from, to, beforeFrom, beforeTo } = span;
  const yesterday = addDays(dayIn(tx.now, tx.actor.zone), -1);
  const deducted = await figure(sees.deduction, deductionsOf(from, to, STANDING), 'amount');
  const earlier = await figure(sees.deduction, deductionsOf(beforeFrom, beforeTo, STANDING), 'amount');
  return {
    span,
    currency,
    receivable: await figure(sees.invoice, invoicesOf(), 'balance'),
    overdue: await figure(sees.invoice, invoicesOf({ dueDate_end: yesterday }), 'balance'),
    unmatched: await figure(
      sees.remittance,
      remittancesOf({ status: 'imported,partial', openCount: '> 0' }),
      'netAmount',
    ),
    parked: await figure(sees.remittance, remittancesOf({ status: 'posted', parkedTotal: '!0' }), 'parkedTotal'),
    deducted: deducted && { ...deducted, before: earlier?.count ?? 0, amountBefore: earlier?.amount ?? null },
    disputes: sees.deduction ? await disputes(tx, span, lists) : null,
    unrated: money ? [...unrated].sort() : [],
  };
}

interface InCurrency {
  currency: string;
  count: number;
  amount: bigint;
}

const COLUMNS = { balance: 'balance', netAmount: 'net_amount', parkedTotal: 'parked_total', amount: 'amount' } as const;

async function sumsOf(tx: Tx, lists: Lists, listed: Listed, sum: string): Promise<InCurrency[]> {
  const name = COLUMNS[sum as keyof typeof COLUMNS];
  return tx.query<InCurrency>(sql`
    select t.currency, count(*)::integer as count, coalesce(sum(${column(`t.${name}`)}), 0)::bigint as amount
    ${await lists.from(tx, listed)} group by 1`);
}

/** What amounts of any currency are worth in the base currency, by the rates in force today. */
async function ratesOf(tx: Tx) {
  const currency = await baseCurrency(tx);
  const money = may(tx.actor, SEE_MONEY);
  const rates = money
    ? await tx.query<{ code: string; rate: string }>(sql`
        select distinct on (r.from_code) r.from_code as code, r.rate::text from exchange_rate r
        where r.tenant_id = ${tx.tenant} and r.deleted_at is null and r.to_code = ${currency}
          and r.effective_date <= ${dayIn(tx.now, tx.actor.zone)}::date
        order by r.from_code, r.effective_date desc`)
    : [];
  const known = new Map(rates.map(({ code, rate }) => [code, rate]));
  const unrated = new Set<string>();
  const worth = ({ currency: from, amount }: InCurrency): bigint => {
    if (from === currency) return BigInt(amount);
    const rate = known.get(from);
    if (rate === undefined) unrated.add(from);
    return rate === undefined ? 0n : convertAmount(BigInt(amount), rate, from, currency);
  };
  const amountOf = (sums: readonly InCurrency[]) => ({
    count: sums.reduce((all, { count }) => all + count, 0),
    amount: money
      ? amountText(
          sums.reduce((all, one) => all + worth(one), 0n),
          currency,
        )
      : null,
  });
  return { currency, money, amountOf, unrated };
}

async function disputes(tx: Tx, { from, to }: Span, lists: Lists): Promise<FinanceAnalysis['disputes']> {
  const decided = deductionsOf(from, to, DECIDED);
  const counts = await lists.counts(tx, { decided, won: deductionsOf(from, to, BROUGHT_BACK) });
  return {
    count: counts.decided,
    won: counts.won,
    winRate: shareOf(counts.won, counts.decided),
    leads: leadsOf(decided),
  };
}
