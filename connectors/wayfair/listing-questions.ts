import { isClosing } from '#modules/channels/model/capability.ts';
import { ChannelError } from '#modules/channels/model/port.ts';
import type { ListingClass, ListingQuestion, Storefront } from '#modules/channels/model/port.ts';
import { rowsOf } from '../shared/rows.ts';
import { objectOf, textOf } from '../shared/wire-values.ts';
import { attributesQuery, brandsQuery, categoriesQuery, marketContext, questionsQuery } from './catalog-queries.ts';
import type { WayfairClient } from './client.ts';
import { mapQuestions, readAttributes, type AttributeNotes } from './map-question.ts';
import { supplierOf } from './supplier.ts';
import { supplierNumber } from './wire-code.ts';

const CLASSES = '读取刊登类目';
const QUESTIONS = '读取刊登问题';
const CLASSES_PER_PAGE = 50;
const MAX_CLASS_PAGES = 200;
const MANUFACTURER = 'core::manufacturerId';

/** The classes of a storefront, each once; one without name or id cannot be chosen and is left out. */
export async function listingClasses(client: WayfairClient, storefront: Storefront): Promise<ListingClass[]> {
  const classes = new Map<string, ListingClass>();
  for (let page = 1; page <= MAX_CLASS_PAGES; page++) {
    const { rows, hasMore } = await classPage(client, storefront, page, CLASSES_PER_PAGE);
    for (const one of rows) classes.set(one.id, one);
    if (!hasMore) break;
  }
  return [...classes.values()];
}

/** One page of classes. @param pageSize 10, 20, 25 or 50 */
export async function classPage(
  client: WayfairClient,
  storefront: Storefront,
  page: number,
  pageSize: number,
): Promise<{ rows: ListingClass[]; hasMore: boolean }> {
  supplierOf(client, CLASSES);
  const { value } = await client.read({
    title: CLASSES,
    host: 'catalog',
    document: categoriesQuery(marketContext(storefront, CLASSES), page, pageSize),
    variables: {},
    path: ['taxonomyCategories'],
  });
  const answer = objectOf(value);
  const raws = rowsOf(answer['taxonomyCategories'] ?? null, CLASSES);
  const rows = raws.map(objectOf).flatMap((row): ListingClass[] => {
    const [id, title] = [textOf(row['taxonomyCategoryId']), textOf(row['title'])];
    return id === null || title === null ? [] : [{ id, title }];
  });
  return { rows, hasMore: raws.length > 0 && objectOf(answer['paginationInfo'])['hasNextPage'] === true };
}

/**
 * What a listing of a class has to answer. What the questions mean, when they are asked and under which
 * brands the supplier may list is known by other calls: where these are closed, the questions stand without.
 */
export async function listingQuestions(
  client: WayfairClient,
  storefront: Storefront,
  classId: string,
): Promise<ListingQuestion[]> {
  const supplierId = supplierOf(client, QUESTIONS);
  const market = marketContext(storefront, QUESTIONS);
  const { value } = await client.read({
    title: QUESTIONS,
    host: 'catalog',
    document: questionsQuery(market, classNumber(classId)),
    variables: {},
    path: ['productAddition', 'questions'],
  });
  if (value === null) throw new ChannelError('unreadable', QUESTIONS, '渠道未给出该类目的问题');
  const raws = rowsOf(value, QUESTIONS);
  const notes = await whereOpen(() => attributesOf(client, market, classId), NO_NOTES);
  const questions = mapQuestions(raws, notes);
  if (!questions.some(({ id, choices }) => id === MANUFACTURER && choices.length === 0)) return questions;
  const brands = await whereOpen(() => brandsOf(client, market, supplierId), []);
  return questions.map((asked) =>
    asked.id === MANUFACTURER && brands.length > 0 ? { ...asked, answer: 'choice', choices: brands } : asked,
  );
}

const NO_NOTES: AttributeNotes = { descriptions: new Map(), conditions: new Map() };

async function attributesOf(client: WayfairClient, market: object, classId: string): Promise<AttributeNotes> {
  const { value } = await client.read({
    title: QUESTIONS,
    host: 'catalog',
    document: attributesQuery(market, classId),
    variables: {},
    path: ['attributesByFilter'],
  });
  return readAttributes(value);
}

async function brandsOf(
  client: WayfairClient,
  market: object,
  supplierId: string,
): Promise<{ key: string; title: string }[]> {
  const { value } = await client.read({
    title: QUESTIONS,
    host: 'catalog',
    document: brandsQuery({
      supplierId: supplierNumber(supplierId, QUESTIONS),
      marketContext: market,
      page: 1,
      pageSize: 50,
    }),
    variables: {},
    path: ['supplierBrand', 'brandAssociations'],
  });
  return rowsOf(objectOf(value)['brands'] ?? null, QUESTIONS).flatMap((row) => {
    const { id, name } = objectOf(objectOf(row)['manufacturer']);
    const key = textOf(id);
    return key === null ? [] : [{ key, title: textOf(name) ?? key }];
  });
}

/** A call that is only an addition: closed, it is done without; any other failure may pass. */
async function whereOpen<T>(call: () => Promise<T>, without: T): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof ChannelError && isClosing(error.kind)) return without;
    throw error;
  }
}

function classNumber(classId: string): number {
  if (/^\d{1,9}$/.test(classId)) return Number(classId);
  throw new ChannelError('validation', QUESTIONS, `类目“${classId}”不是渠道的类目`);
}
