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
  const product = order?.products.find((p) => p.partNumber === input.partNumber);
  if (order === undefined || product === undefined) {
    throw new RangeError(`no line ${input.partNumber} on ${input.poNumber}`);
  }
  const quantity = input.quantity ?? product.quantity;
  if (product.isCancelled || quantity < 1 || quantity > product.quantity) {
    throw new RangeError(`cannot cancel ${quantity} of ${product.quantity}`);
  }
  const record: CancellationRecord = {
    requestId: String(nextNumber(state)),
    poNumber: order.poNumber,
    partNumber: product.partNumber,
    warehouseId: order.warehouseId,
    originalQuantity: product.quantity,
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
