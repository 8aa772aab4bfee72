import { resourceKey, type AnyResource } from '#kit/model/resource.ts';

type Hear = (id: string, state: string | undefined) => void;

const byResource = new Map<string, Set<Hear>>();

/** A form or a move of this window has changed a row. @param state where a move has led it */
export function rowSaved(resource: AnyResource, id: string, state?: string): void {
  for (const hear of [...(byResource.get(resourceKey(resource)) ?? [])]) hear(id, state);
}

/** @returns how to stop hearing */
export function onRowSaved(resource: AnyResource, hear: Hear): () => void {
  const key = resourceKey(resource);
  const known = byResource.get(key) ?? new Set();
  byResource.set(key, known.add(hear));
  return () => known.delete(hear);
}
