import type { ListingAnswer, ListingQuestion } from '../port.ts';
import type { PublishFlaw } from './judge-answers.ts';

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const listOf = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value.filter(isRecord) : []);
const wordIn = (value: unknown): string => (typeof value === 'string' ? value : '');
const countIn = (value: unknown): number => (typeof value === 'number' ? value : 1);

/** Answers as the database or a page holds them. */
export const answersOf = (stored: unknown): ListingAnswer[] =>
  listOf(stored).map((one) => ({
    questionId: wordIn(one['questionId']),
    value: wordIn(one['value']),
    rank: countIn(one['rank']),
    parentRank: countIn(one['parentRank']),
    instance: countIn(one['instance']),
  }));

/** Flaws as the database or a page holds them. */
export const flawsOf = (stored: unknown): PublishFlaw[] =>
  listOf(stored).map((one) => ({
    questionId: typeof one['questionId'] === 'string' ? one['questionId'] : null,
    parentRank: countIn(one['parentRank']),
    instance: countIn(one['instance']),
    severity: one['severity'] === 'warning' ? 'warning' : 'error',
    code: wordIn(one['code']),
    message: wordIn(one['message']),
    source: one['source'] === 'platform' ? 'platform' : 'check',
  }));

/**
 * What is asked where a marketplace has no call for it: what every marketplace wants to know, for a person to take
 * there.
 */
export const PLAIN_FORM: readonly ListingQuestion[] = [
  plain('core::productName', '产品名称', 'required'),
  plain('core::supplierPartNumber', '供应商件号', 'required'),
  plain('core::universalProductCode', 'UPC', 'recommended'),
  plain('core::brandName', '品牌', 'optional'),
  plain('featureDescription::romanceCopy', '描述', 'recommended'),
  plain('media::imageValue', '图片网址', 'recommended', { isMultiple: true }),
  plain('price::wholesalePrice', '供货价', 'required', { answer: 'decimal' }),
  plain('propSixtyFive::countryOfManufacturer', '原产国', 'recommended'),
  ...(['weight', 'height', 'width', 'depth'] as const).map((name) =>
    plain(
      `shippingAndFulfillment::${name}`,
      { weight: '箱重 (lb)', height: '箱高 (in)', width: '箱宽 (in)', depth: '箱深 (in)' }[name],
      'required',
      { answer: 'decimal', isPerCarton: true },
    ),
  ),
];

function plain(
  id: string,
  title: string,
  importance: ListingQuestion['importance'],
  more: Partial<Pick<ListingQuestion, 'answer' | 'isMultiple' | 'isPerCarton'>> = {},
): ListingQuestion {
  return {
    id,
    title,
    importance,
    description: null,
    answer: 'text',
    isMultiple: false,
    isPerCarton: false,
    choices: [],
    askedWhen: null,
    children: [],
    ...more,
  };
}
