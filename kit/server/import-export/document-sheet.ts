import type { Fields } from '#kit/model/field.ts';
import { Refusal, type FieldError } from '#kit/model/refusal.ts';
import type { AnyResource } from '#kit/model/resource.ts';
import type { Actor } from '../actor.ts';
import type { Database, Tx } from '../database.ts';

/** A row of a sheet that was read without a fault. */
export interface DocumentLine {
  /** Of the sheet, from 1. */
  row: number;
  /** By field, as they would be stored. */
  values: Record<string, unknown>;
  /** What its cells say, by the titles of their columns. */
  cells: Readonly<Record<string, string>>;
}

/** What a document of a sheet is, or would be: new, another than it was, or as it was. */
export type DocumentOutcome = 'added' | 'edited' | 'same';

/** For whom a sheet is read, and how far it may go. */
export interface DocumentRun {
  db: Database;
  actor: Actor;
  /** Only judged: nothing may be written. */
  isTrial: boolean;
  /**
   * Notes the rows of the document as settled; called once, in the transaction that writes it, so
   * that a later run goes on behind it. Never called where `isTrial`.
   */
  settle(tx: Tx, outcome: DocumentOutcome): Promise<void>;
}

/**
 * How a sheet with a row for each line becomes documents: rows of one document may stand anywhere in
 * it, and a document goes in whole or not at all.
 */
export interface DocumentSheet {
  /** What a row says; links are named as in every sheet. */
  fields: Fields;
  /** Other headings under which files of others have a column, by key. */
  aliases?: Readonly<Record<string, readonly string[]>>;
  /** Rows at most: they are held until they are sorted by document. */
  most: number;
  /**
   * The right that completing a known document asks for, where people cannot edit such documents at all; `edit`
   * otherwise. `import`: of a ledger, which nobody adds to or edits by hand; that right alone, for new rows as well.
   */
  completedBy?: 'add' | 'import';
  /** Which document a row belongs to, and what that is called. */
  documentOf(values: Readonly<Record<string, unknown>>): { key: string; name: string };
  /**
   * Takes one document in, in transactions of its own.
   * @throws Refusal whose errors may name the `row` of the sheet that they are about
   */
  take(run: DocumentRun, lines: readonly DocumentLine[]): Promise<DocumentOutcome>;
}

/** A document whose sheet is given by a module that knows more than the one that declares it. */
export interface SheetOfDocument {
  of: AnyResource;
  sheet: DocumentSheet;
}

/** Errors by the row of the sheet that they are about. */
export type RowFaults = Map<number, FieldError[]>;

/**
 * Why each row of a refused document stays outside: its own errors, or that another row has some.
 * @param name what the document is called
 */
export function faultsOfDocument(rows: readonly number[], refusal: Refusal, name: string): RowFaults {
  const own: RowFaults = new Map();
  const [first = 0] = rows;
  for (const error of refusal.errors) {
    // What names no row of these, whatever else it counts, is about the document as a whole.
    const row = error.row !== undefined && rows.includes(error.row) ? error.row : first;
    own.set(row, [...(own.get(row) ?? []), error]);
  }
  if (own.size === 0) own.set(first, [{ field: '', code: refusal.code, message: refusal.message }]);
  return withSiblings(rows, own, name);
}

/**
 * Has a document taken in by what knows nothing of sheets: errors that it has with a line, counted from 1,
 * stand at the row of the sheet that the line came from.
 */
export async function atSheetRows<T>(lines: readonly { row: number }[], take: () => Promise<T>): Promise<T> {
  try {
    return await take();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { code, message, status, errors } = error;
    const moved = errors.map((one): FieldError => {
      const row = one.row === undefined ? undefined : lines[one.row - 1]?.row;
      return row === undefined ? withoutRow(one) : { ...one, row };
    });
    throw new Refusal(code, message, { status, errors: moved });
  }
}

const withoutRow = ({ row: _row, ...error }: FieldError): FieldError => error;

/** Rows without an error of their own say which row keeps them outside. */
export function withSiblings(rows: readonly number[], own: RowFaults, name: string): RowFaults {
  const bad = rows.filter((row) => own.has(row));
  const message = `${name} 第 ${bad.join('、')} 行有错误，整单未导入`;
  return new Map(rows.map((row) => [row, own.get(row) ?? [{ field: '', code: 'sibling', message }]]));
}
