/**
 * What a test in another process asks of a served product beside clicking (`serve-empty.ts`).
 * Types alone: who clicks does not load the product.
 */
export interface SideRequest {
  /** Returned with the answer. */
  id: number;
  ask: 'pass' | 'look' | 'settled' | 'violations' | 'sim';
  /** `pass`: milliseconds; `sim`: method, path and body of the marketplace's side door. */
  args: readonly unknown[];
}

export interface SideAnswer {
  id: number;
  result?: unknown;
  error?: string;
}

/** Where the product and its marketplace are, once they are. */
export interface Served {
  consoleUrl: string;
  simulatorUrl: string;
  storageUrl: string;
  /** Of admin and of the staff. */
  password: string;
}
