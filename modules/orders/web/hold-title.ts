import { holdType } from '../model/order.ts';

/** The name of a reason of a hold, by its stored key. */
export const holdTitle = (type: string): string =>
  (holdType.items as Readonly<Record<string, string>>)[type] ?? type;
