/**
 * Names of what people may be limited to. Modules add theirs, with `true` as their type:
 * `declare module '#kit/model/scope.ts' { interface RowLimits { regions: true } }`.
 */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface RowLimits {}

export type RowLimit = keyof RowLimits;

/** Names of field masks, added by modules as those of {@link RowLimits} are. */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface FieldMasks {}

export type Mask = keyof FieldMasks;

/** Row scope: by limit, which field of a row names what a user may be limited to. */
export type Scope<K extends string = string> = { readonly [L in RowLimit]?: K | 'id' } & {
  /** Of a row with two ends: by limit, a second field by which it is seen as well. */
  orBy?: { readonly [L in RowLimit]?: K };
  /**
   * Of a row about several: by limit, a column of ids that no field declares, all of which must be among
   * those that somebody is limited to. A row about none of them is for people without limits.
   */
  allOf?: { readonly [L in RowLimit]?: string };
  /** A row whose field is empty is everybody's, instead of theirs alone who have no limits. */
  openWithout?: readonly RowLimit[];
  /** The limit whose ids tab counters are kept for. */
  groupedBy?: RowLimit;
  /** Rows that stand apart from the others. */
  hidden?: HiddenRows<K>;
  /**
   * Instead of limits of its own: links to what the row is about. The first that is given decides,
   * by the scope of the row it leads to; a row about none of them is for people without limits.
   */
  of?: readonly K[];
  /**
   * Beside limits of its own: links to what the row hangs on. What a data rule hides of that takes the
   * row with it, however far away it is; a link that is empty hides nothing.
   */
  under?: readonly K[];
  /**
   * Rows of modules below that hang on rows of this one without a link that says so: by resource, the
   * column that holds the id. Ids of anything else in it hide nothing.
   */
  holds?: Readonly<Record<string, string>>;
};

/**
 * Rows whose `field` has this value are no part of lists, counts, exports and batches by filter,
 * until a query names that field, that of the group, or one of `unless`. All rows of a group are
 * alike.
 */
export interface HiddenRows<K extends string = string> {
  field: K;
  value: string;
  unless?: readonly K[];
  /** What it means to stand apart, said by the mark of such a row. */
  hint?: string;
}

/** Field masks: who lacks `field:<mask>:view` sees these fields nowhere. */
export type Masks<K extends string = string> = { readonly [M in Mask]?: readonly K[] };

/** The field by which a resource's rows are grouped; absent where they are not. */
export const groupField = ({ groupedBy, ...scope }: Scope): string | undefined => groupedBy && scope[groupedBy];
