import { defineSlot } from '#kit/web/index.ts';

/** What upper modules offer once a shipment has left: claims for what never arrived whole. */
export const shipmentAftersales = defineSlot<{ shipmentId: string; status: string }>('fulfilment.shipment.aftersales');
