import { aftersales } from '#modules/aftersales/module.ts';
import { automation } from '#modules/automation/module.ts';
import { base } from '#modules/base/module.ts';
import { catalog } from '#modules/catalog/module.ts';
import { channels } from '#modules/channels/module.ts';
import { desk } from '#modules/desk/module.ts';
import { finance } from '#modules/finance/module.ts';
import { fulfilment } from '#modules/fulfilment/module.ts';
import { inventory } from '#modules/inventory/module.ts';
import { ledger } from '#modules/ledger/module.ts';
import { market } from '#modules/market/module.ts';
import { monitor } from '#modules/monitor/module.ts';
import { operations } from '#modules/operations/module.ts';
import { orders } from '#modules/orders/module.ts';
import { purchasing } from '#modules/purchasing/module.ts';
import { system } from '#modules/system/module.ts';

/** The business, lower modules first: their `within` reactions run in this order. */
export const modules = [
  system,
  monitor,
  base,
  catalog,
  ledger,
  inventory,
  orders,
  purchasing,
  fulfilment,
  aftersales,
  finance,
  channels,
  market,
  operations,
  automation,
  desk,
];
