import { Form } from 'antd';
import type { ReactNode } from 'react';
import { tenantDay } from '#kit/web/index.ts';
import { termBase } from '../model/payment-term.ts';
import { termDates, type TermDays } from '../model/term-dates.ts';

/** What a term means for a document of today, in one sentence; null as long as it says nothing yet. */
export function termExample(term: TermDays, today: string): string | null {
  if (!(term.baseDate in termBase.items) || !Number.isInteger(term.netDays)) return null;
  const dates = termDates(term, { invoiceDate: today, shipDate: today, deliveryDate: today });
  if (!dates) return null;
  const what = term.baseDate === 'monthEnd' ? '开票日' : termBase.items[term.baseDate];
  const from = dates.baseDay === today ? '' : `，从 ${dates.baseDay} 起算`;
  const discount = dates.discountDate
    ? `，${dates.discountDate} 前付清减 ${Number((Number(term.discountRate) * 100).toFixed(6))}%`
    : '';
  return `${what}是今天（${today}）${from}：${dates.dueDate} 到期${discount}`;
}

/** The example of the term that is being typed. */
export function TypedTermExample(): ReactNode {
  const form = Form.useFormInstance<Record<string, unknown>>();
  const typed = Form.useWatch((values) => values, form);
  const text = termExample(typedTerm(typed ?? {}), tenantDay());
  return <p className="ba-example">{text ?? '填好起算日和账期天数，这里显示到期日的例子。'}</p>;
}

const wholeOf = (value: unknown): number | null =>
  value === null || value === undefined || value === '' ? null : Number(value);

const typedTerm = (values: Readonly<Record<string, unknown>>): TermDays => ({
  baseDate: String(values['baseDate']) as TermDays['baseDate'],
  netDays: wholeOf(values['netDays']) ?? Number.NaN,
  cutoffDay: wholeOf(values['cutoffDay']),
  discountDays: wholeOf(values['discountDays']),
  discountRate: typeof values['discountRate'] === 'string' ? values['discountRate'] : null,
});
