import type { Field } from './field.ts';
import type { AnyResource } from './resource.ts';

/** Rows of one call that tags are given to or taken from. */
export const MOST_TAGGED_ROWS = 10_000;

/** A field of tags, with its key. */
export interface TagField {
  key: string;
  field: Field;
}

/** The tags of a resource; undefined where its rows have none of their own. */
export function tagFieldOf({ fields }: AnyResource): TagField | undefined {
  const all = Object.entries(fields as Readonly<Record<string, Field>>);
  const found = all.find(([, { kind, holder }]) => kind === 'tags' && !holder);
  return found && { key: found[0], field: found[1] };
}

/** What is wrong with a change of tags before any row is looked at; null: nothing. */
export function taggingFault(add: readonly string[], remove: readonly string[]): string | null {
  if (add.length + remove.length === 0) return '请选择要添加或移除的标签';
  return add.some((id) => remove.includes(id)) ? '同一标签不能既添加又移除' : null;
}

/** The tags of a row after a change, in the one order in which they are stored. */
export const taggedWith = (before: readonly string[], add: readonly string[], remove: readonly string[]): string[] =>
  [...new Set([...before, ...add])].filter((id) => !remove.includes(id)).sort();
