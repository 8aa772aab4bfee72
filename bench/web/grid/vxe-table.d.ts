// What the bench uses of the grid of comparison: its own types need a second package of its house.
declare module 'vxe-table/es/index.esm.js' {
  import type { Component } from 'vue';

  export const VxeTable: Component;
  export const VxeColumn: Component;

  export interface EditRule {
    required?: boolean;
    pattern?: RegExp;
    message?: string;
    validator?: (about: { cellValue: unknown }) => Error | undefined;
  }

  export interface Table<R> {
    loadData(rows: R[]): Promise<void>;
    insert(row: R): Promise<unknown>;
    /** Judges every row; what was wrong by field, or nothing. */
    fullValidate(all: true): Promise<Record<string, unknown[]> | undefined>;
    getTableData(): { fullData: R[] };
  }
}
