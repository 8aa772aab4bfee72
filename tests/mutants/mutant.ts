/** What a fault would harm; `npm run mutate -- stock` runs those of one area. */
export type Area = 'stock' | 'state' | 'permission' | 'tenant' | 'money' | 'channel' | 'time';

/** One planted fault: a change of a few signs that a test must notice. */
export interface Mutant {
  area: Area;
  /** Path from the root. */
  file: string;
  /** The text as it stands, exactly once in the file. */
  from: string;
  to: string;
  /** Parts of paths of the test files whose business it is to notice. */
  tests: readonly string[];
}

/** Faults of one area in one file, noticed by the same tests. */
export const faultsIn = (
  area: Area,
  file: string,
  tests: readonly string[],
  changes: readonly (readonly [from: string, to: string])[],
): Mutant[] => changes.map(([from, to]) => ({ area, file, from, to, tests }));
