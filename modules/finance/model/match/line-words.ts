import type { DeductionType } from '../deduction.ts';
import type { RemittanceLineKind } from '../remittance.ts';

/** A number as it is compared: whatever the case, and the spaces and dashes that programs put in. */
export const matchKey = (text: string | null | undefined): string =>
  (text ?? '')
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\-_/.#]+/g, '');

const TYPES: readonly (readonly [type: DeductionType, words: RegExp])[] = [
  ['partPenalty', /配件罚|part.{0,12}(?:penalt|late|fine)|replacement part/i],
  ['damage', /破损|货损|损坏|damag|defect|broken/i],
  ['shortage', /少件|短少|缺件|漏发|short|missing|misship/i],
  ['lateShip', /延迟|迟发|晚发|late|delay|backorder/i],
  ['returnFreight', /退货|return/i],
  ['pricing', /价格|价差|pric|cost diff/i],
  ['allowance', /折让|allowance|rebate/i],
  ['coop', /合作|co-?op|marketing/i],
];

/** Why a channel kept something, from its words and codes. */
export const deductionTypeOf = (text: string | null | undefined): DeductionType =>
  TYPES.find(([, words]) => words.test(text ?? ''))?.[0] ?? 'other';

const KINDS: readonly (readonly [kind: RemittanceLineKind, words: RegExp])[] = [
  ['ad', /广告|advert|sponsored|\bads?\b/i],
  ['earlyPayDiscount', /提前付款|现金折扣|early ?pay|cash discount|terms discount|quick ?pay/i],
  ['reserve', /预留|留存|reserve|holdback/i],
  ['chargeback', /拒付|charge ?back/i],
  ['deduction', /扣款|罚款|deduct|debit|penalt|allowance|damag|shortage|misship|missing part|managed return/i],
  ['fee', /佣金|手续费|服务费|平台费|费用|commission|\bfees?\b|subscription/i],
  ['invoicePay', /货款|发票|付款|invoice|payment|purchase order|\bpo\b|sale/i],
];

/** What is said of an amount in a file. */
interface SaidOfAmount {
  /** What the file calls its kind. */
  said: string | null;
  poNo: string | null;
  invoiceNo: string | null;
  code: string | null;
  description: string | null;
  /** Signed, in any unit. */
  amount: bigint;
}

/**
 * What a line is about: by its words, else by its sign and what it names. A payment is never below zero: what is
 * kept of a PO is a deduction.
 */
export function lineKindOf({ said, poNo, invoiceNo, code, description, amount }: SaidOfAmount): RemittanceLineKind {
  const words = `${said ?? ''} ${code ?? ''} ${description ?? ''}`;
  const kind = KINDS.find(([, each]) => each.test(said ?? ''))?.[0] ?? KINDS.find(([, each]) => each.test(words))?.[0];
  if (kind !== undefined && kind !== 'invoicePay') return kind;
  const names = Boolean(poNo ?? invoiceNo);
  if (amount < 0n) return names || code ? 'deduction' : 'adjust';
  return names ? 'invoicePay' : 'adjust';
}
