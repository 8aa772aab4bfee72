import { aftersalesFactSpecs } from './aftersales-facts.ts';
import type { Fact, FactFamily } from './fact.ts';
import { feedFactSpecs } from './feed-facts.ts';
import { orderFactSpecs } from './order-facts.ts';
import { remittanceFactSpecs } from './remittance-facts.ts';
import type { SubjectKind } from './subject.ts';

/** Everything a condition may ask about: a closed list, so that nothing else is ever read for a rule. */
const declared = { ...orderFactSpecs, ...aftersalesFactSpecs, ...feedFactSpecs, ...remittanceFactSpecs };

export type FactKey = keyof typeof declared;
export const FACTS: Readonly<Record<FactKey, Fact>> = declared;
export const FACT_KEYS = Object.keys(declared) as readonly FactKey[];

export const isFact = (key: unknown): key is FactKey => typeof key === 'string' && Object.hasOwn(declared, key);

/** What is known of the order of something that is about one. */
export const ORDER_FAMILIES: readonly FactFamily[] = ['order', 'line', 'goods', 'stock'];

/** What may be asked of what is judged. */
export const FAMILIES_OF: Readonly<Record<SubjectKind, readonly FactFamily[]>> = {
  order: ['shop', ...ORDER_FAMILIES],
  return: ['shop', 'return', 'aftersale', ...ORDER_FAMILIES],
  part: ['shop', 'part', 'partGoods', 'aftersale', ...ORDER_FAMILIES],
  feed: ['shop', 'feed', 'feedItem'],
  remittance: ['shop', 'remittance'],
};

/**
 * What is known of one order, return, part order, feed or remittance: numbers as decimal text, sets as lists, instants
 * never. A fact that is not known is null. `availableAt` is by warehouse.
 */
export type FactValue = string | boolean | readonly string[] | null;
export type KnownFacts = Partial<Record<Exclude<FactKey, 'availableAt'>, FactValue>> & {
  availableAt?: Readonly<Record<string, number>>;
};
