import { expect, test } from 'vitest';
import { formColumns } from './answers.ts';
import { prefilled } from './fix-answers.ts';
import type { ListedGoods } from './goods.ts';
import { judgeAnswers } from './judge-answers.ts';

const question = (id: string, title: string) => ({
  id,
  title,
  description: null,
  answer: 'text' as const,
  isMultiple: false,
  isPerCarton: false,
  importance: 'required' as const,
  choices: [],
  askedWhen: null,
  children: [],
});
const QUESTIONS = [
  question('core::productName', 'Product Name'),
  question('core::brandName', 'Brand'),
  question('featureDescription::romanceCopy', 'Marketing Copy'),
];
const COLUMNS = formColumns(QUESTIONS, { cartons: 1, answersTo: () => 1 });

const bed = (more: Partial<ListedGoods>): ListedGoods => ({
  skuId: 's',
  skuCode: 'BED',
  channelSku: 'BED',
  name: '橡木床',
  nameEn: null,
  brand: 'Larkfield',
  upc: null,
  description: '一张床',
  originCountry: null,
  images: [],
  price: null,
  msrp: null,
  mapPrice: null,
  cartons: [],
  ...more,
});

const answersOf = (goods: ListedGoods): Record<string, string> =>
  Object.fromEntries(prefilled(COLUMNS, [], goods).map(({ questionId, value }) => [questionId, value]));

test('no storefront is answered in Chinese: the English name is taken, or one that buyers can read', () => {
  expect(answersOf(bed({}))).toEqual({ 'core::brandName': 'Larkfield' });
  expect(answersOf(bed({ nameEn: 'Oak Bed', description: 'A bed' }))).toMatchObject({
    'core::productName': 'Oak Bed',
    'featureDescription::romanceCopy': 'A bed',
  });
  expect(answersOf(bed({ name: 'Oak Bed' }))).toMatchObject({ 'core::productName': 'Oak Bed' });
  expect(answersOf(bed({ nameEn: '橡木床', name: 'Oak Bed' }))).toMatchObject({ 'core::productName': 'Oak Bed' });
});

test('who has typed a Chinese name is reminded of it, and may send it', () => {
  const name = { questionId: 'core::productName', parentRank: 1, instance: 1, rank: 1, value: '橡木床' };
  const flaws = judgeAnswers(COLUMNS, QUESTIONS, [name], bed({}));
  expect(flaws.filter(({ questionId }) => questionId === name.questionId)).toMatchObject([
    { code: 'nameInChinese', severity: 'warning' },
  ]);
});
