import type { SupplierLogin } from '#modules/purchasing/model/supply/supplier-port.ts';
import { GIGA_PREFIX } from '#simulator/giga/routes.ts';
import { GIGA_BUYER } from '#simulator/giga/signature.ts';

/** The buyer's account at the simulated supplier, where that listens now. */
export const simulatedSupplier = ({ url }: { url: string }): ReadonlyMap<string, SupplierLogin> =>
  new Map([['giga', { ...GIGA_BUYER, apiUrl: `${url}${GIGA_PREFIX}` }]]);
