import { defineSlot } from '#kit/web/index.ts';

/** On a supplier, beside the rating that people give it: how it has delivered. */
export const supplierStanding = defineSlot<{ supplierId: string }>('base.supplier.standing');
