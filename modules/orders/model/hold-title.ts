import { holdType } from './order.ts';

export type HoldType = keyof typeof holdType.items;

/** The name of a reason of a hold, by its stored key. */
export const holdTitle = (type: string): string =>
  (holdType.items as Readonly<Record<string, string>>)[type] ?? type;

export const holdTitles = (types: readonly string[]): string => types.map(holdTitle).join('、');
