import type { HelpPart } from '#kit/model/help.ts';
import { aftersalesHelp } from '#modules/aftersales/model/help.ts';
import { automationHelp } from '#modules/automation/model/help.ts';
import { baseHelp } from '#modules/base/model/help.ts';
import { catalogHelp } from '#modules/catalog/model/help.ts';
import { channelsHelp } from '#modules/channels/model/help.ts';
import { deskHelp } from '#modules/desk/model/help.ts';
import { financeHelp } from '#modules/finance/model/help.ts';
import { fulfilmentHelp } from '#modules/fulfilment/model/help.ts';
import { inventoryHelp } from '#modules/inventory/model/help.ts';
import { ledgerHelp } from '#modules/ledger/model/help.ts';
import { marketHelp } from '#modules/market/model/help.ts';
import { monitorHelp } from '#modules/monitor/model/help.ts';
import { operationsHelp } from '#modules/operations/model/help.ts';
import { ordersHelp } from '#modules/orders/model/help.ts';
import { remittanceHelp } from '#modules/finance/model/remittance-help.ts';
import { purchasingHelp } from '#modules/purchasing/model/help.ts';
import { basicsHelp, systemHelp } from '#modules/system/model/help.ts';

/** The parts of the handbook in the order to read them. */
export const helpParts: readonly HelpPart[] = [
  basicsHelp,
  deskHelp,
  ordersHelp,
  automationHelp,
  fulfilmentHelp,
  aftersalesHelp,
  channelsHelp,
  marketHelp,
  inventoryHelp,
  purchasingHelp,
  financeHelp,
  remittanceHelp,
  ledgerHelp,
  catalogHelp,
  baseHelp,
  operationsHelp,
  systemHelp,
  monitorHelp,
];
