import { callBackCommand } from '#kit/server/call-back.ts';
import type { Command } from '#kit/server/command.ts';
import { orderLifecycle } from '../model/order-lifecycle.ts';
import { acceptOrder } from './accept-order.ts';
import { acceptPartly } from './accept-part.ts';
import { cancelOrder } from './cancel-units.ts';
import { rejectOrder } from './reject-order.ts';

/** 撤回: what the channel has not heard of yet is as if it had never been done. */
export const callBack: Command = callBackCommand(orderLifecycle, [acceptOrder, acceptPartly, cancelOrder, rejectOrder]);
