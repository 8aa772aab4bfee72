import type { Registry } from '#kit/server/registry.ts';
import { declaredSealed, type SealedTable } from '#kit/server/resealing.ts';
import { sealedQuarantine } from '#modules/channels/server/index.ts';
import { sealedOrders } from '#modules/orders/server/index.ts';
import { sealedSecondFactors } from '#modules/system/server/index.ts';

/** Every table that holds something of the secret key: what a change of it has to go through. */
export const sealedTables = (registry: Registry): SealedTable[] => [
  ...declaredSealed(registry),
  ...sealedOrders,
  sealedQuarantine,
  sealedSecondFactors,
];
