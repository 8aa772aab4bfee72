import type { Mutant } from './mutant.ts';
import { STOCK_MUTANTS } from './stock.ts';

/** The seeded list of `npm run mutate`. */
export const MUTANTS: readonly Mutant[] = [...STOCK_MUTANTS];
