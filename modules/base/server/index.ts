import { rowChanged } from '#kit/model/event.ts';
import { recordBirth } from '#kit/server/command.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import { within, type Within } from '#kit/server/outbox.ts';
import type { Serve } from '#kit/server/resource-routes.ts';
import {
  channelAccount,
  channelAccountLifecycle,
  channelWarehouse,
} from '../model/channel-account.ts';
import { shipMethod, shipMethodCode } from '../model/ship-method.ts';
import { warehouse } from '../model/warehouse.ts';
import { disableAccount, enableAccount, pauseAccount } from './account-commands.ts';
import {
  accountGuards,
  channelWarehouseGuards,
  shipMethodCodeGuards,
  shipMethodGuards,
  warehouseGuards,
  type SettingsCheck,
} from './guards.ts';

export { activateAccount, expireAccount, setAccountHealth } from './account-commands.ts';
export {
  accountPolicy,
  channelCodesOf,
  channelWarehousesOf,
  openAccount,
  settingTexts,
  type AccountPolicy,
  type AccountStatus,
  type ChannelWarehouseLink,
  type OpenedAccount,
} from './account-policy.ts';
export type { SettingsCheck } from './guards.ts';
export { scopeRegister } from './scope-register.ts';

/** @param checkSettings what each channel asks of a shop's settings (given by the channels) */
export const baseServes = (checkSettings: SettingsCheck): Serve[] => [
  { resource: warehouse, guards: warehouseGuards },
  { resource: shipMethod, guards: shipMethodGuards },
  { resource: shipMethodCode, guards: shipMethodCodeGuards },
  {
    resource: channelAccount,
    guards: accountGuards(checkSettings),
    commands: [pauseAccount, disableAccount, enableAccount],
  },
  { resource: channelWarehouse, guards: channelWarehouseGuards },
];

export const baseWithin: Within[] = [
  // A register is added without a move; its history and its tab counts begin here.
  within(rowChanged(channelAccount), 'base counts shops by state', async (tx, { id, change }) => {
    if (change === 'add')
      recordBirth(tx, channelAccountLifecycle, 'add', [
        { id, status: channelAccountLifecycle.initial, scope: id },
      ]);
    if (change === 'delete') await uncount(tx, id);
  }),
];

async function uncount(tx: Tx, accountId: string): Promise<void> {
  await tx.run`
    insert into status_delta (tenant_id, id, resource, scope_id, state, n)
    select ${tx.tenant}, ${newId()}, 'base:channelAccount', id, status, -1 from channel_account
    where tenant_id = ${tx.tenant} and id = ${accountId}::uuid`;
}
