import { gather } from '#kit/model/declared.ts';
import * as aftersales from '#modules/aftersales/model/declared.ts';
import * as base from '#modules/base/model/declared.ts';
import * as catalog from '#modules/catalog/model/declared.ts';
import * as channels from '#modules/channels/model/declared.ts';
import * as automation from '#modules/automation/model/declared.ts';
import * as desk from '#modules/desk/model/declared.ts';
import * as finance from '#modules/finance/model/declared.ts';
import * as fulfilment from '#modules/fulfilment/model/declared.ts';
import * as inventory from '#modules/inventory/model/declared.ts';
import * as ledger from '#modules/ledger/model/declared.ts';
import * as market from '#modules/market/model/declared.ts';
import * as monitor from '#modules/monitor/model/declared.ts';
import * as operations from '#modules/operations/model/declared.ts';
import * as orders from '#modules/orders/model/declared.ts';
import * as purchasing from '#modules/purchasing/model/declared.ts';
import * as system from '#modules/system/model/declared.ts';

/** What all modules declare, in their order. Both sides read it. */
export const { resources, views, lifecycles, numbers, foreignSheets, events, jobs, works, settings } = gather([
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
]);
