import type { Registry } from '#kit/server/registry.ts';
import { declaredSealed, type SealedTable } from '#kit/server/resealing.ts';
import { modules } from './modules.ts';

/** Every table that holds something of the secret key: what a change of it has to go through. */
export const sealedTables = (registry: Registry): SealedTable[] => [
  ...declaredSealed(registry),
  ...modules.flatMap(({ sealed = [] }) => sealed),
];
