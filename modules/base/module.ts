import { defineModule } from '#kit/server/module.ts';
import { healthText, type StoredHealth } from './model/account-health.ts';
import { channelAccount, channelWarehouse } from './model/channel-account.ts';
import * as declared from './model/declared.ts';
import { baseGrants } from './model/grants.ts';
import { baseMenus } from './model/menus.ts';
import { shipMethod, shipMethodCode } from './model/ship-method.ts';
import { warehouse } from './model/warehouse.ts';
import * as accountMoves from './server/account-commands.ts';
import {
  accountGuards,
  channelWarehouseGuards,
  shipMethodCodeGuards,
  shipMethodGuards,
  warehouseGuards,
  type SettingsCheck,
} from './server/guards.ts';
import { countShops } from './server/shop-count.ts';
import { baseWithin } from './server/reactions.ts';

interface Services {
  /** What each channel asks of a shop's settings. */
  checkSettings: SettingsCheck;
}

/** 仓库 物流渠道 店铺账号. */
export const base = defineModule<Services>({
  name: 'base',
  declared,
  menus: baseMenus,
  grants: baseGrants,
  serves: [
    { resource: warehouse, guards: warehouseGuards },
    { resource: shipMethod, guards: shipMethodGuards },
    { resource: shipMethodCode, guards: shipMethodCodeGuards },
    { resource: channelWarehouse, guards: channelWarehouseGuards },
  ],
  moves: [accountMoves],
  counted: [{ bound: 'shops', of: channelAccount, count: countShops }],
  within: baseWithin,
  build: ({ checkSettings }) => ({
    serves: [
      {
        resource: channelAccount,
        guards: accountGuards(checkSettings),
        more: (_tx, row) => ({ health: healthText(row as unknown as StoredHealth) }),
      },
    ],
  }),
});
