import type { DraftDeclaration, DraftLines, DraftPart } from './draft.ts';
import type { Fields } from './field.ts';
import { resourceKey, type AnyResource } from './resource.ts';

/** A document with a draft, what it asks settled: what both sides read and write. */
export interface DraftShape {
  resource: AnyResource;
  /** The resource of its lines, and the field by which they point back. */
  child: AnyResource;
  back: string;
  declared: DraftDeclaration;
  head: Fields;
  parts: readonly DraftPart[];
  lines: DraftLines;
  line: Fields;
  /** Keys of a line as they are typed and pasted. */
  columns: readonly string[];
  /** What it is called while it is typed, and its lines in sentences. */
  title: string;
  word: string;
}

/**
 * Settles the draft of a document.
 * @param find resources by `module:resource`
 */
export function draftShape(resource: AnyResource, find: (key: string) => AnyResource | undefined): DraftShape {
  const declared = resource.draft as DraftDeclaration | undefined;
  const key = resourceKey(resource);
  if (!declared) throw new Error(`${key} has no draft`);
  const { lines } = declared;
  const child = find(lines.of);
  const back = resource.lines?.[lines.of];
  if (!child || back === undefined) throw new Error(`${key}: ${lines.of} are none of its lines`);
  const rows = resource.form as readonly (readonly string[])[];
  const head = (declared.head as Fields | undefined) ?? pick(resource.fields as Fields, rows.flat());
  const typed = Object.keys(child.fields as Fields).filter((name) => name !== back);
  const line = lines.fields ?? pick(child.fields as Fields, typed);
  return {
    resource,
    child,
    back,
    declared,
    head,
    parts: declared.parts ?? [{ rows: rows.map((keys) => keys.filter((name) => name in head)) }],
    lines,
    line,
    columns: lines.columns ?? Object.keys(line),
    title: declared.title ?? resource.title,
    word: lines.word ?? '明细',
  };
}

/** What may be written of these fields. */
const pick = (fields: Fields, keys: readonly string[]): Fields =>
  Object.fromEntries(
    keys.flatMap((key) => {
      const field = fields[key];
      return field && !field.derived ? [[key, field]] : [];
    }),
  );

/** Whether head and lines may still be written. */
export const isDraft = (resource: AnyResource, state: unknown): boolean =>
  (resource.draft as DraftDeclaration | undefined)?.states.some((one) => one === state) ?? false;

/** Whether a document may be deleted: as long as it is a draft, where its declaration says so. */
export const isDeletable = (resource: AnyResource, state: unknown): boolean =>
  isDraft(resource, state) && (resource.draft as DraftDeclaration).isDeletable === true;

/** What a line is about, its first required link: hidden values stay with it as long as that stays. */
export const subjectOf = ({ line }: DraftShape): string | undefined =>
  Object.entries(line).find(([, { kind, required }]) => kind === 'link' && required)?.[0];

/** What contradicts itself in the draft of a document, in words for its author. */
export function draftFaults(
  { resource, head, line, columns, declared, parts }: DraftShape,
  states: readonly string[] | undefined,
): string[] {
  const key = resourceKey(resource);
  const { number } = declared;
  const brings = Object.entries(declared.brings ?? {}).flatMap(([link, keys = []]) => [link, ...keys]);
  const requested = parts.flatMap(({ rows }) => rows.flat());
  const unknown = (keys: readonly string[], fields: object): string[] => keys.filter((one) => !(one in fields));
  return [
    ...declared.states.filter((state) => !states?.includes(state)).map((one) => `no state ${one}`),
    ...unknown([number.field, ...Object.keys(head)], resource.fields as object).map((one) => `no field ${one}`),
    ...unknown([...requested, ...brings], head).map((one) => `its head does not ask ${one}`),
    ...unknown(columns, line).map((one) => `its lines do not ask ${one}`),
  ].map((fault) => `${key}: ${fault}`);
}
