import { writeLocal, readLocal } from '../browser-store.ts';

/** Where and how many rows 新增 puts in. */
export interface AddSettings {
  /** Rows at a time, from 1. */
  count: number;
  /** Behind which row, counted from 1; 0 = at the bottom. */
  position: number;
  scrollsToBottom: boolean;
}

/** What a user likes of one grid, kept in this browser. */
export interface GridMemory {
  /** Widths that were drawn, by key of the column. */
  widths: Readonly<Record<string, number>>;
  hidden: readonly string[];
  /** Keys in the order that the columns were put in; empty: as the page declares them. */
  order: readonly string[];
  add: AddSettings;
}

const PLAIN_ADD: AddSettings = { count: 1, position: 0, scrollsToBottom: false };

const nameOf = (key: string): string => `waybill.grid.${key}`;

/** @param key name of the grid; undefined: nothing is kept of it */
export function recallGrid(key: string | undefined): GridMemory {
  const plain: GridMemory = { widths: {}, hidden: [], order: [], add: PLAIN_ADD };
  if (key === undefined) return plain;
  try {
    const stored = JSON.parse(readLocal(nameOf(key)) ?? '{}') as Partial<GridMemory>;
    return { ...plain, ...stored, add: { ...PLAIN_ADD, ...stored.add } };
  } catch {
    return plain;
  }
}

export function rememberGrid(key: string | undefined, memory: GridMemory): void {
  if (key !== undefined) writeLocal(nameOf(key), JSON.stringify(memory));
}
