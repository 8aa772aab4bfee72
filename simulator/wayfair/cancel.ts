import { openPieces } from './cartons.ts';
import { applyCancellation } from './effects.ts';
import { nextNumber } from './state.ts';
import type { World } from '../world.ts';
import type { CancellationRecord, EnvironmentName } from './state.ts';

export interface CancellationInput {
  poNumber: string;
  partNumber: string;
  /** Pieces to cancel; all that are open when absent. */
  quantity?: number;
  reason?: string;
  /** The channel decides alone: the line is cancelled at once, nobody is asked. */
  immediate?: boolean;
}

/**
 * The buyer or the channel wants a line cancelled.
 * @throws RangeError when order, part or quantity do not exist
 */
export function requestCancellation(
  world: World,
  environment: EnvironmentName,
  input: CancellationInput,
): CancellationRecord {
  const state = world.environments[environment];
  const order = state.orders[input.poNumber];
  if (order === undefined || order.products.every((p) => p.partNumber !== input.partNumber)) {
    throw new RangeError(`no line ${input.partNumber} on ${input.poNumber}`);
  }
  const open = openPieces(order).get(input.partNumber) ?? 0;
  const quantity = input.quantity ?? open;
  if (quantity < 1 || quantity > open) {
    throw new RangeError(`cannot cancel ${quantity} of ${open}`);
  }
  const record: CancellationRecord = {
    requestId: String(nextNumber(state)),
    poNumber: order.poNumber,
    partNumber: input.partNumber,
    warehouseId: order.warehouseId,
    originalQuantity: open,
    cancelledQuantity: quantity,
    reason: input.reason ?? 'Customer requested cancellation',
    status: 'CANCELLATION_PENDING_SUPPLIER_CONFIRMATION',
    requestedAt: world.clock.now(),
    answer: null,
    decidedAt: null,
    autoCancelled: false,
  };
  state.cancellations.push(record);
  if (input.immediate === true) applyCancellation(state, record, world.clock.now());
  return record;
}
