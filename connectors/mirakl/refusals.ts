import { withOriginal } from '#kit/model/foreign-words.ts';
import { textOf as bodyOf, type Answer } from '../shared/transport.ts';
import { objectOf, textOf } from '../shared/wire-values.ts';

/** What the marketplace refused, in Chinese with its own words behind; the code for who decides by it. */
export interface WireRefusal {
  code: string | null;
  status: number;
  message: string;
}

const CODES: Readonly<Record<string, string>> = {
  ORDER_INVALID_STATE: '订单在平台的状态不允许此操作',
  ORDER_FULFILLED_UNAUTHORIZED: '订单由平台履约，店铺不能操作',
  ORDER_LINE_ACCEPTANCE_DECISION_MISSING: '有订单行没有接受或拒绝的决定',
  ORDER_LINE_DUPLICATE_ID: '同一订单行提交了两次',
  ORDER_LINE_NOT_FOUND: '平台订单中没有该订单行',
  ORDER_LINE_NULL_ELEMENT: '提交的订单行为空',
  ORDER_NOT_FOUND: '平台找不到该订单',
  ORDER_PARTIAL_ACCEPTANCE_DISABLED: '平台不允许只接受订单的一部分',
  VALIDATION_ERROR: '提交的内容未通过平台校验',
};

const TEXTS: readonly [pattern: RegExp, chinese: string][] = [
  [/invalid state/i, '在平台的状态不允许此操作'],
  [/not found|unknown/i, '平台找不到'],
];

/**
 * A refusal out of an answer of 400 or 404: `message`, perhaps `errors`; where the code stands is not
 * written down by the vendor, so that it is looked for in each of its places.
 */
export function refusalOf(answer: Answer): WireRefusal {
  const body = bodyOf(answer);
  const wire = parsed(body);
  const rows = Array.isArray(wire['errors']) ? wire['errors'].map(objectOf) : [];
  const code = textOf(wire['error_code']) ?? textOf(wire['code']) ?? textOf(rows.find((row) => row['code'])?.['code']);
  const said = [textOf(wire['message']), ...rows.map((row) => textOf(row['message']))].filter((text) => text !== null);
  const words = said.length > 0 ? [...new Set(said)].join('；') : body.replace(/\s+/g, ' ').trim().slice(0, 200);
  return { code, status: answer.status, message: inChinese(code, words, answer.status) };
}

/** A text of the marketplace in Chinese, its own words kept behind it. */
export const inChinese = (code: string | null, words: string, status = 400): string => {
  const known = code === null ? undefined : CODES[code];
  const alike = TEXTS.find(([pattern]) => pattern.test(words))?.[1];
  const plain = known ?? alike ?? (status === 404 ? '平台找不到' : '平台不接受提交的内容');
  return withOriginal(plain, [code, words].filter(Boolean).join(' ').slice(0, 300));
};

function parsed(body: string): Record<string, unknown> {
  try {
    return objectOf(JSON.parse(body));
  } catch {
    return {};
  }
}
