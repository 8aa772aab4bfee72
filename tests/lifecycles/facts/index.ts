import type { LifecycleFacts } from '../lifecycle-facts.ts';
import { aftersalesFacts } from './aftersales.ts';
import { automationFacts } from './automation.ts';
import { baseFacts } from './base.ts';
import { billFacts } from './bills.ts';
import { catalogFacts } from './catalog.ts';
import { claimFacts } from './claims.ts';
import { channelFacts } from './channels.ts';
import { deskFacts } from './desk.ts';
import { financeFacts } from './finance.ts';
import { fulfilmentFacts } from './fulfilment.ts';
import { inventoryFacts } from './inventory.ts';
import { landedFacts } from './landed.ts';
import { marketFacts } from './market.ts';
import { orderFacts } from './orders.ts';
import { priceFacts } from './prices.ts';
import { publishFacts } from './publishing.ts';
import { purchasingFacts } from './purchasing.ts';
import { remittanceFacts } from './remittances.ts';
import { returnFacts } from './returns.ts';
import { supplyFacts } from './supply.ts';

/** What is known of every lifecycle. Its moves are made in this order: the last closes the shop. */
export const facts: readonly LifecycleFacts[] = [
  ...orderFacts,
  ...fulfilmentFacts,
  ...aftersalesFacts,
  ...catalogFacts,
  ...automationFacts,
  ...inventoryFacts,
  ...purchasingFacts,
  ...supplyFacts,
  ...landedFacts,
  ...billFacts,
  ...priceFacts,
  ...publishFacts,
  ...returnFacts,
  ...financeFacts,
  ...claimFacts,
  ...remittanceFacts,
  ...channelFacts,
  ...marketFacts,
  ...deskFacts,
  ...baseFacts,
];
