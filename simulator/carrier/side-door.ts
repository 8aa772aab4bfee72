/** `/__sim/carrier`: what the carrier knows, later charges, and what becomes of a parcel. */
import { centsOf } from './prices.ts';
import { nextSerial } from './state.ts';
import type { FastifyInstance } from 'fastify';
import type { World } from '../world.ts';
import type { CarrierLabel, CarrierParcel } from './state.ts';

export function carrierDoor(door: FastifyInstance, world: World): void {
  door.get('/carrier', async () => world.carrier);
  door.post('/carrier/charge', async (request) => {
    const { trackingNumber, amount, reason } = (request.body ?? {}) as Record<string, string>;
    const [label] = parcelOf(world, trackingNumber);
    const charge = {
      id: `swc-${nextSerial(world.carrier)}`,
      labelId: label.id,
      amount: centsOf(amount ?? ''),
      reason: reason ?? 'Dimensional weight correction',
      at: world.clock.now(),
    };
    world.carrier.charges.push(charge);
    await world.save();
    return charge;
  });
  // What a seller and a carrier settle with each other on the telephone.
  door.post('/carrier/void', async (request) => {
    const { id } = (request.body ?? {}) as Record<string, string>;
    const label = world.carrier.labels.find((one) => one.id === id);
    if (!label) throw new RangeError(`no label ${String(id)}`);
    label.voidedAt = world.clock.now();
    await world.save();
    return label;
  });
  door.post('/carrier/parcel', async (request) => {
    const { trackingNumber, fate } = (request.body ?? {}) as Record<string, string>;
    const [, parcel] = parcelOf(world, trackingNumber);
    if (fate === 'exception' || fate === 'lost')
      Object.assign(parcel, { fate, fateAt: world.clock.now(), resumedAt: null });
    else if (fate === 'resumed') parcel.resumedAt = world.clock.now();
    else throw new RangeError('fate is exception, lost or resumed');
    await world.save();
    return parcel;
  });
}

function parcelOf(world: World, number: string | undefined): [CarrierLabel, CarrierParcel] {
  for (const label of world.carrier.labels) {
    const parcel = label.parcels.find(({ trackingNumber }) => trackingNumber === number);
    if (parcel) return [label, parcel];
  }
  throw new RangeError(`no parcel ${String(number)}`);
}
