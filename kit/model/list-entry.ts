import type { Field } from './field.ts';

/** A cell of a list with more than one field in it. */
export interface StackedEntry<K extends string> {
  /** The upper line, by which the column is sorted, arranged and kept in views. */
  key: K;
  /** What stands below it, small, as far as it is filled in and not shown as a column of its own. */
  under?: readonly K[];
  /** Where the picture in front comes from: fields of pictures, or links to rows that have one. */
  picture?: readonly K[];
  /** A link to a row with a face of its own: the name and picture that its own list shows it by. */
  isFaced?: boolean;
}

/** A column of a list: a field, or a cell of several. */
export type ListEntry<K extends string> = K | StackedEntry<K>;

/** What is asked of a resource here. */
interface Listed {
  list: readonly ListEntry<string>[];
  fields: Readonly<Record<string, Field>>;
  label: string;
}

const stackOf = <K extends string>(entry: ListEntry<K>): StackedEntry<K> =>
  typeof entry === 'string' ? { key: entry } : entry;

/** The columns of a declared list, each as a cell. */
export const listEntries = <K extends string>({ list }: { list: readonly ListEntry<K>[] }): StackedEntry<K>[] =>
  list.map(stackOf);

/** All fields that a list shows, one by one: what is stacked follows what it stands below. */
export const listKeys = <K extends string>(resource: { list: readonly ListEntry<K>[] }): K[] => [
  ...new Set(listEntries(resource).flatMap(({ key, under = [], picture = [] }) => [key, ...under, ...picture])),
];

/** What a row is known by at a glance: the fields in its list that stand below its name or in front of it. */
export function faceFields(resource: Listed): { under: string[]; picture: readonly string[] } {
  const { label, fields } = resource;
  const named = listEntries(resource).find(({ key }) => key === label);
  const under = (named?.under ?? []).filter((key) => fields[key]?.kind === 'text');
  return { under, picture: named?.picture ?? [] };
}

/** Links of a list that the wire answers with the face of what they lead to. */
export const facedLinks = (resource: Listed): string[] => {
  const { fields } = resource;
  const faced = listEntries(resource).flatMap(({ key, isFaced, picture = [] }) => [
    ...(isFaced ? [key] : []),
    ...picture.filter((one) => fields[one]?.kind === 'link'),
  ]);
  return [...new Set(faced)];
};

/** What the wire adds to a link that is faced, as `<key>_face`. */
export interface RowFace {
  name: string | null;
  /** Path of the picture. */
  picture: string | null;
}

/** Where a row carries the face of one of its links. */
export const faceKey = (key: string): string => `${key}_face`;
