import { resourceKey, type AnyResource } from './resource.ts';

/** Units in which files of others give lengths and weights. */
export type ForeignUnit = 'kg' | 'g' | 'lb' | 'oz' | 'm' | 'cm' | 'mm' | 'in';

/** Where a field stands in a file that another program has written. */
export interface ForeignColumn {
  /**
   * Titles of its columns, without units and currencies in brackets; of those that a file has, the first that holds
   * anything in a row speaks.
   */
  readonly titles: readonly string[];
  /** Unit of its figures where neither the cell, nor the title, nor a column beside it says one. */
  readonly unit?: ForeignUnit;
  /** Titles of the column that names the unit, or the currency, of a row. */
  readonly saidIn?: readonly string[];
  /** The currency of its amounts where nothing says another. */
  readonly currency?: string;
  /** Which figure of `40*30*20` it is, from 0. */
  readonly part?: 0 | 1 | 2;
  /** What every row says, where such files have no column for it. */
  readonly fixed?: string;
  /** A link: what is called otherwise here is left empty, and no error. */
  readonly isLoose?: true;
}

/** What an import reads of such a file. */
export interface ForeignReading {
  readonly columns: Readonly<Record<string, ForeignColumn>>;
  /** Key: of the rows that say the same there, the first alone is read. */
  readonly once?: string;
  /** Key: rows without a number there, or with 0, are left out. */
  readonly some?: string;
  /** Titles of a column by which rows belong to several places, of which one import takes one. */
  readonly partBy?: readonly string[];
  /** What else whoever imports it should know, a sentence. */
  readonly beside?: string;
}

/** The export of another program, by which a seller moves over: data only. */
export interface ForeignSheet {
  readonly kind: 'foreignSheet';
  /** As people call it: 领星产品导出. */
  readonly name: string;
  /** Of each group, a file has one of the titles; no other file has one of each. */
  readonly marks: readonly (readonly string[])[];
  /** By `module:resource`. */
  readonly reads: Readonly<Record<string, ForeignReading>>;
  /** Where to drop it, as an order: 请到… */
  readonly place: string;
}

/**
 * What the import of a resource reads.
 * @param of the resource whose import it is
 * @param fields whose columns they are: its own, those of its lines, or those of its sheet
 */
export const foreignReading = <F extends object>(
  of: AnyResource,
  _fields: F,
  reading: ForeignReading & { readonly columns: { readonly [K in keyof F & string]?: ForeignColumn } },
): Readonly<Record<string, ForeignReading>> => ({ [resourceKey(of)]: reading });

/** Declares the export of another program. */
export const defineForeignSheet = (sheet: Omit<ForeignSheet, 'kind'>): ForeignSheet => ({
  kind: 'foreignSheet',
  ...sheet,
});
