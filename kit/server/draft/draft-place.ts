import { draftFaults, draftShape } from '#kit/model/draft-shape.ts';
import { resourceKey } from '#kit/model/resource.ts';
import type { Registry } from '../registry.ts';
import type { Serve } from '../serve.ts';
import type { DraftPlace } from './draft-slots.ts';

/** How drafts of a document come to be, as their history calls it. */
export const BIRTH = 'add';

/** Where drafts of a document are written. @throws where its declaration contradicts itself */
export function draftPlace(
  { resource, draft = {} }: Pick<Serve, 'resource' | 'draft'>,
  registry: Registry,
): DraftPlace {
  const shape = draftShape(resource, registry.find);
  const lifecycle = registry.lifecycleOf(resource);
  const faults = draftFaults(shape, lifecycle && Object.keys(lifecycle.states as object));
  if (lifecycle && !(BIRTH in (lifecycle.births as object)))
    faults.push(`${resourceKey(resource)}: its lifecycle knows no birth ${BIRTH}`);
  if (!lifecycle || faults.length > 0)
    throw new Error(faults.join('; ') || `${resourceKey(resource)} has no lifecycle`);
  return { shape, registry, lifecycle, slots: draft };
}
