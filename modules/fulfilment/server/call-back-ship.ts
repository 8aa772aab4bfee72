import { callBackCommand } from '#kit/server/call-back.ts';
import type { Command } from '#kit/server/command.ts';
import { shipmentLifecycle } from '../model/shipment-lifecycle.ts';
import { shipShipment } from './ship.ts';

/** 撤回: the channel has not been notified yet, and will not be. */
export const callBack: Command = callBackCommand(shipmentLifecycle, [shipShipment]);
