import type { Operator } from '#kit/model/query-language.ts';
import type { Sql } from './sql.ts';

/** One condition of a data rule. Values that only the database knows come as a select of them. */
export interface RuleCondition {
  field: string;
  rule: Operator;
  val: string | string[] | Sql;
}

/** What one role lets a person see of a resource: the conditions hold together. */
export interface RowRule {
  /** Rules that it was made of. */
  ids: readonly string[];
  /** null: one of them cannot be read, and shows nothing. */
  conditions: readonly RuleCondition[] | null;
}

/**
 * Data rules by resource: a row is seen if one of its rules lets it through. A resource that is not
 * named is under none.
 */
export type RowRules = Readonly<Record<string, readonly RowRule[]>>;
