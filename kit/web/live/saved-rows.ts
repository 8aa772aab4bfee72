import { resourceKey, type AnyResource } from '#kit/model/resource.ts';

type Hear = (id: string, state: string | undefined) => void;

const byResource = new Map<string, Set<Hear>>();

/** A form or a move of this window has changed a row. @param state where a move has led it */
export function rowSaved(resource: AnyResource, id: string, state?: string): void {
  for (const hear of Array.from(byResource.get(resourceKey(resource)) ?? [])) hear(id, state);
}

/** @returns how to stop hearing */
export function onRowSaved(resource: AnyResource, hear: Hear): () => void {
  const key = resourceKey(resource);
  const known = byResource.get(key) ?? new Set();
  byResource.set(key, known.add(hear));
  return () => known.delete(hear);
}

/** Many rows at once, of which nothing is sent one by one. */
export function rowsSaved(resource: AnyResource, ids: readonly string[]): void {
  for (const hear of Array.from(inMany.get(resourceKey(resource)) ?? [])) hear(ids);
}

const inMany = new Map<string, Set<(ids: readonly string[]) => void>>();

/** Hears of {@link rowSaved} and {@link rowsSaved}. @returns how to stop hearing */
export function onOwnRows(resource: AnyResource, hear: (ids: readonly string[]) => void): () => void {
  const key = resourceKey(resource);
  const known = inMany.get(key) ?? new Set();
  inMany.set(key, known.add(hear));
  const stop = onRowSaved(resource, (id) => hear([id]));
  return () => {
    known.delete(hear);
    stop();
  };
}
