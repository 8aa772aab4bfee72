import type { Field } from '#kit/model/field.ts';
import type { Operator } from '#kit/model/query-language.ts';
import type { AnyResource } from '#kit/model/resource.ts';
import { fieldsOf, type Row } from './resources.ts';
import { isWanted, rulesOf, typed } from './wanted-rows.ts';

/** One condition, to be asked of the product and of the rows themselves. */
export interface Question {
  key: string;
  field: Field;
  rule: Operator;
  val: string;
}

/** One question for every field that has a value, each by another rule of its kind. */
export function questionsOf(resource: AnyResource, rows: readonly Row[]): Question[] {
  return fieldsOf(resource).flatMap(([key, field], index) => {
    // Of a structure no part is asked for.
    if (field.structured) return [];
    const values = [...new Set(rows.flatMap((row) => typed(row[key], field.kind) ?? []))];
    const rules = rulesOf(field.kind);
    const rule = rules[index % rules.length];
    const value = values[Math.floor(values.length / 2)];
    if (!rule || value === undefined) return [];
    return [{ key, field, rule, val: rule === 'in' ? `${value},${values[0]}` : value }];
  });
}

/** Whether a row is one that the question asks for. */
export const answers = (row: Row, { key, field, rule, val }: Question): boolean =>
  isWanted(row, [key, field], rule, val);

/** The advanced query of several questions, joined by `and` or `or`. */
export const advanced = (questions: readonly Question[], superQueryMatchType: string): Record<string, string> => ({
  superQueryParams: encodeURIComponent(
    JSON.stringify(questions.map(({ key, rule, val }) => ({ field: key, rule, val }))),
  ),
  superQueryMatchType,
});
