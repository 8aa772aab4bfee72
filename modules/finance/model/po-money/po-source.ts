import { exponentOf } from '#kit/model/currency.ts';
import { formatDecimal } from '#kit/model/money.ts';
import type { PoDeduction, PoFile, PoLine, PoSettlement } from './po-file.ts';
import type { PoSource, PoSourceKind } from './po-money-routes.ts';

/** An amount as the wire has it. */
export const decimalOf = (minor: bigint, currency: string): string => formatDecimal(minor, exponentOf(currency));

/** What a figure is read from. */
export const sourceOf = (
  kind: PoSourceKind,
  id: string,
  no: string,
  { place = '', amount = null }: Partial<Pick<PoSource, 'place' | 'amount'>> = {},
): PoSource => ({ kind, id, no, place, amount });

/** Where a line of a remittance stands: in its document, and in the file that it came in. */
export function placeOfLine(line: Pick<PoLine, 'lineNo' | 'source' | 'sourceFile' | 'sourceRow'>): string {
  const { lineNo, source, sourceFile, sourceRow } = line;
  const file = sourceFile ?? (source === 'edi' ? 'EDI 820' : '文件');
  const row = sourceRow === null ? [] : [`${file} 第 ${sourceRow} ${source === 'edi' ? '段' : '行'}`];
  return [`第 ${lineNo} 行`, ...row].join(' · ');
}

/** A line of a remittance with what of it is meant. */
export const sourceOfLine = (line: PoLine, amount: bigint): PoSource =>
  sourceOf('remittance', line.remittanceId, line.remitNo, {
    place: [line.channelRemitNo, placeOfLine(line)].join(' · '),
    amount: decimalOf(amount, line.currency),
  });

const DOCUMENTS: Readonly<Record<string, PoSourceKind>> = {
  remittance: 'remittance',
  payment: 'payment',
  deduction: 'deduction',
  creditNote: 'creditNote',
};

/** The document that took something off an invoice; 核销 is a move of the invoice itself. */
export const sourceOfSettlement = (one: PoSettlement): PoSource => {
  const kind = DOCUMENTS[one.sourceType];
  const amount = decimalOf(one.amount, one.currency);
  return kind
    ? sourceOf(kind, one.sourceId, one.sourceNo ?? '', { amount })
    : sourceOf('invoice', one.invoiceId, one.sourceNo ?? '', { amount });
};

/** A deduction by its numbers, with the row of the remittance that kept it. */
export function sourceOfDeduction(file: PoFile, one: PoDeduction, amount: bigint): PoSource {
  const line = file.lines?.find(
    ({ deductionId, remittanceStatus }) => deductionId === one.id && remittanceStatus !== 'reversed',
  );
  const place = [
    ...(one.channelDeductionNo ? [`平台 ${one.channelDeductionNo}`] : []),
    ...(line ? [`回款单 ${line.remitNo} 第 ${line.lineNo} 行`] : []),
  ];
  return sourceOf('deduction', one.id, one.deductionNo, {
    place: place.join(' · '),
    amount: decimalOf(amount, one.currency),
  });
}
