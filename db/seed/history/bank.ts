import type { ReportAnswer } from '#modules/finance/model/report-file.ts';
import { dayOf } from './day.ts';
import type { Person } from './people.ts';

const ACCOUNT_NO = '622200010002';
/** YYMMDD, as MT940 writes a day. */
const dateOf = (now: Date, daysAgo: number): string => dayOf(now, -daysAgo).slice(2).replaceAll('-', '');

/**
 * A statement of the account that the marketplace pays to: the payment of last week finds its 收付款 by the number of
 * the bank, a transfer of nobody is still open, and the fee of the bank is left out.
 */
export async function bankStatementCame(finance: Person, now: Date): Promise<void> {
  await finance.add('purchasing/payingAccount', {
    code: 'USD-MAIN',
    name: '美元收款户',
    bankName: 'Citibank N.A.',
    accountNo: '6222 0001 0002',
    status: 'enabled',
  });
  const [paid, since, today] = [6, 3, 0].map((days) => dateOf(now, days));
  const statement = [
    `:20:ST${today}`,
    `:25:${ACCOUNT_NO}`,
    ':28C:1/1',
    `:60F:C${paid}USD0,00`,
    `:61:${paid}C813,64NTRFNONREF//FT8831207`,
    ':86:/NAME/Wayfair LLC/REMI/Payment R-20873114/',
    `:61:${since}C260,00NTRFNONREF//FT8835590`,
    ':86:/NAME/Harbor Home Outlet/REMI/Sample order/',
    `:61:${since}D12,50NCHGNONREF//FT8836104`,
    ':86:/NAME/Citibank N.A./REMI/Incoming wire fee/',
    `:62F:C${since}USD1061,14`,
    '-',
    '',
  ].join('\n');
  await finance.drop<ReportAnswer>('/finance/inbox/take', `对账单-${today}.sta`, Buffer.from(statement));
  const fee = await finance.first('/finance/bankLine/list?bankRef=FT8836104');
  await finance.move('finance/bankLine', fee.id, 'ignore', { reason: '银行手续费，月底统一记账' });
}
