import { ALONE_MUTANTS } from './alone.ts';
import { CHANNEL_MUTANTS } from './channel.ts';
import { FINANCE_MUTANTS } from './finance.ts';
import { FULFILMENT_MUTANTS } from './fulfilment.ts';
import { MONEY_MUTANTS } from './money.ts';
import type { Mutant } from './mutant.ts';
import { ORDER_MUTANTS } from './orders.ts';
import { PARCEL_MUTANTS } from './parcels.ts';
import { PERMISSION_MUTANTS } from './permission.ts';
import { RULE_MUTANTS } from './rules.ts';
import { SCREEN_MUTANTS } from './screens.ts';
import { SECOND_CASE_MUTANTS } from './second-case.ts';
import { STATE_MUTANTS } from './state.ts';
import { STOCK_MUTANTS } from './stock.ts';
import { TENANT_MUTANTS } from './tenant.ts';
import { TIME_MUTANTS } from './time.ts';

/** The seeded list of `npm run mutate`. */
export const MUTANTS: readonly Mutant[] = [
  ...STOCK_MUTANTS,
  ...STATE_MUTANTS,
  ...PERMISSION_MUTANTS,
  ...TENANT_MUTANTS,
  ...MONEY_MUTANTS,
  ...CHANNEL_MUTANTS,
  ...TIME_MUTANTS,
  ...ORDER_MUTANTS,
  ...FULFILMENT_MUTANTS,
  ...RULE_MUTANTS,
  ...SECOND_CASE_MUTANTS,
  ...ALONE_MUTANTS,
  ...PARCEL_MUTANTS,
  ...SCREEN_MUTANTS,
  ...FINANCE_MUTANTS,
];
