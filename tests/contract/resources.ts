import type { Field } from '#kit/model/field.ts';
import type { Operator } from '#kit/model/query-language.ts';
import type { AnyResource } from '#kit/model/resource.ts';
import type { Page as WirePage } from '#kit/server/query/list.ts';
import { stemOf } from '#kit/model/wire.ts';
import { resources as declared } from '#app/declarations.ts';
import type { Answer, Client } from '#tests/harness/app.ts';
import { IS_LONG } from '#tests/harness/long.ts';

/** A row as it travels. */
export type Row = Record<string, unknown> & { id: string };
export type Page = Omit<WirePage, 'records'> & { records: Row[] };
/** What a refusal says about single fields. */
export interface Refused {
  errors?: { field: string; code: string; message: string }[];
}

/** Resources whose wire has the names of their declaration; what the others owe stands in wired.test.ts. */
export const resources = declared.filter(({ wire }) => !wire);
export const registers = resources.filter(({ kind }) => kind === 'register');

/** What a declaration may say of a field that its routes, lists and sheets follow. */
const SAID = [
  'required',
  'unique',
  'default',
  'rule',
  'max',
  'min',
  'derived',
  'onSheet',
  'always',
  'ordinal',
  'structured',
  'holder',
  'within',
  'currency',
] satisfies (keyof Field)[];

/** All that the declarations say, without their names: whoever has a word twice behaves the same twice. */
function traits(resource: AnyResource): string[] {
  const { kind, isComposite, wire, scope = {}, masks = {}, lines, draft } = resource;
  const own = { isComposite, wire, lines, draft };
  return [
    kind,
    ...Object.keys(own).filter((key) => own[key as keyof typeof own]),
    ...[...Object.keys(scope), ...Object.keys(masks)].map((key) => `${kind} by ${key}`),
    ...fieldsOf(resource).flatMap(([, field]) => [
      field.kind,
      ...SAID.filter((key) => field[key]).map((key) => `${field.kind} ${key}`),
    ]),
  ];
}

/**
 * In the gate the fewest resources of a list that between them say everything which any of it says; at
 * length all. What one declaration shows of the code behind all of them, the next would repeat.
 */
export function eachTrait(list: readonly AnyResource[]): AnyResource[] {
  if (IS_LONG) return [...list];
  const left = new Set(list.flatMap(traits));
  const chosen: AnyResource[] = [];
  const gain = (one: AnyResource): number => new Set(traits(one)).intersection(left).size;
  while (left.size > 0) {
    const best = list.reduce((most, one) => (gain(one) > gain(most) ? one : most));
    chosen.push(best);
    for (const trait of traits(best)) left.delete(trait);
  }
  return list.filter((one) => chosen.includes(one));
}

/** Where the routes of a resource begin. */
export const pathOf = stemOf;

/** `[path, resource]` pairs: the name of a test case and what it is about. */
export const casesOf = (list: readonly AnyResource[]): [string, AnyResource][] =>
  list.map((resource) => [pathOf(resource), resource]);

export const fieldsOf = (resource: AnyResource): [string, Field][] =>
  Object.entries(resource.fields as Record<string, Field>);

export const listOf = (who: Client, resource: AnyResource, query: Record<string, string> = {}): Promise<Answer<Page>> =>
  who.get<Page>(`${pathOf(resource)}/list`, query);

/** The most rows that one page may hold. */
export const MOST_ROWS = 200;

/** The rows of a resource as its list shows them, one page of the greatest size. */
export async function rowsOf(who: Client, resource: AnyResource, query: Record<string, string> = {}): Promise<Row[]> {
  const answer = await listOf(who, resource, { ...query, pageSize: String(MOST_ROWS) });
  if (!answer.success) throw new Error(`${pathOf(resource)}: ${answer.message}`);
  return answer.result.records;
}

/** The advanced query of one condition. */
export const superQuery = (field: string, rule: Operator, val: string): Record<string, string> => ({
  superQueryParams: encodeURIComponent(JSON.stringify([{ field, rule, val }])),
});
