import { notFound } from '#kit/model/refusal.ts';
import { isUuid } from './kinds.ts';

/** The id of a row as a caller names it. @throws Refusal 404 for what no row can be called */
export const idOf = (value: unknown): string => {
  if (!isUuid(value)) throw notFound();
  return value.toLowerCase();
};
