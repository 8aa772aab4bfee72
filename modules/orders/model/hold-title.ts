import { holdType } from './order.ts';

export type HoldType = keyof typeof holdType.items;

/**
 * How the detail of 缺货 begins where the books have the goods and a picker did not find them: more of them in the
 * books says nothing about those.
 */
export const NOT_FOUND = '拣货缺货：';

/** The name of a reason of a hold, by its stored key. */
export const holdTitle = (type: string): string => (holdType.items as Readonly<Record<string, string>>)[type] ?? type;

export const holdTitles = (types: readonly string[]): string => types.map(holdTitle).join('、');
