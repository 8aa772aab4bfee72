import { workbook } from '#tests/sheets/upload.ts';
import { fileForm, type Sent } from './calls.ts';
import type { Prey } from './administration-tries.ts';
import type { Kind, Scenery } from './call-scenery.ts';

/** How a route of the administration is called, where that does not follow from its declaration. */
export type Named = Omit<Sent, 'token'> & {
  kind: Kind;
  /** What its path takes in the place of `:id`, and of its other parameters. */
  id?: string;
  params?: Readonly<Record<string, string>>;
  /** Key of the resource, and the row that it is about. */
  of?: string;
  about?: string;
};
export type NamedCall = (world: Scenery) => Named | Promise<Named>;

let made = 0;
/** A name that nobody has. */
export const fresh = (): string => `matrix_${++made}`;

/** Answers the caller's own, or something that is nobody's. */
export const free = (query: Record<string, string> = {}, body: unknown = {}): NamedCall => {
  return () => ({ kind: 'free', query, body });
};
export const rows = (query: (world: Scenery) => Record<string, string> = () => ({})): NamedCall => {
  return (world) => ({ kind: 'rows', query: query(world) });
};
export const ofUser =
  (kind: Kind, sent: (id: string) => Sent): NamedCall =>
  ({ prey }) => ({ kind, of: 'system:user', about: prey.user, ...sent(prey.user) });
/** Takes away one of the spare rows of the holder; nobody else has any. */
export const takes =
  (stem: string, of: string, at: 'query' | 'path', key = 'id'): NamedCall =>
  ({ isHolder, spare, rows: all }) => {
    const about = all.get(of)?.id ?? '';
    const id = (isHolder && spare.get(stem)?.pop()) || about;
    return { kind: 'row', of, about, ...(at === 'path' ? { id } : { query: { [key]: id } }) };
  };
/** As {@link takes}, of what stands in the prey alone. */
export const takesPrey =
  (stem: string, of: keyof Prey, key = 'id'): NamedCall =>
  ({ isHolder, spare, prey }) => ({
    kind: 'row',
    query: { [key]: (isHolder && spare.get(stem)?.pop()) || prey[of] },
  });
/** A spare row that stays, for calls that only change it. */
export const spareOf = ({ spare }: Scenery, stem: string): string => spare.get(stem)?.[0] ?? '';
export const file = (titles: readonly string[], cells: readonly string[]): NamedCall => {
  return async () => ({ kind: 'free', ...fileForm(await workbook(titles, [cells])) });
};
/** Names one row. */
export const row = (of: (world: Scenery) => Omit<Named, 'kind'>): NamedCall => {
  return (world) => ({ kind: 'row', ...of(world) });
};
