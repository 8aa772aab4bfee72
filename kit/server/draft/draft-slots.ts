import type { DraftShape } from '#kit/model/draft-shape.ts';
import type { Fields } from '#kit/model/field.ts';
import type { AnyLifecycle } from '#kit/model/lifecycle.ts';
import type { FieldError, Refusal } from '#kit/model/refusal.ts';
import type { AnyResource } from '#kit/model/resource.ts';
import type { FieldRow, RowOf, WrittenOf } from '#kit/model/row.ts';
import type { Tx } from '../database.ts';
import type { Registry } from '../registry.ts';

/** A draft as it was read, about to be stored. */
export interface ReadDraft<Row, H, L> {
  /** Whole: what is masked from whoever writes is as it is stored. */
  head: H;
  lines: readonly L[];
  /** Its number. */
  number: string;
  /** As it is stored; null for a new one. */
  before: Row | null;
}

/** Values that follow from what was typed, beside or in place of it. */
interface DerivedDraft<R extends AnyResource, C extends AnyResource> {
  head?: WrittenOf<R>;
  /** Columns of the document that no field declares, by name in camel case. */
  columns?: Readonly<Record<string, unknown>>;
  /** One for each line, in their order. */
  lines?: readonly WrittenOf<C>[];
}

/** What a module adds to the draft of its document; all of it may be left out. */
export interface DraftSlots<
  R extends AnyResource = AnyResource,
  C extends AnyResource = AnyResource,
  H = Record<string, unknown>,
  L = Record<string, unknown>,
> {
  /** What is wrong with its head beyond what the declaration says. */
  judge?(tx: Tx, head: H, before: RowOf<R> | null): FieldError[];
  derive?(tx: Tx, draft: ReadDraft<RowOf<R>, H, L>): DerivedDraft<R, C> | Promise<DerivedDraft<R, C>>;
  /** Something unique of it is another's already. */
  taken?(values: WrittenOf<R>): Refusal;
  /** Its head and lines are stored; notes what else must be known of that. */
  written?(tx: Tx, id: string): Promise<void>;
}

/** Binds slots to a document and its lines, and to the fields that a draft asks in them. */
export const draftSlots = <R extends AnyResource, C extends AnyResource, H extends Fields, L extends Fields>(
  _asked: { of: R; lines: C; head: H; line: L },
  slots: DraftSlots<R, C, FieldRow<H>, FieldRow<L>>,
): DraftSlots => slots as unknown as DraftSlots;

/** A document with a draft, and what serves it. */
export interface DraftPlace {
  shape: DraftShape;
  registry: Registry;
  lifecycle: AnyLifecycle;
  slots: DraftSlots;
}
