import { defineModule } from '#kit/server/module.ts';
import * as declared from './model/declared.ts';
import { accountBalance } from './model/entry.ts';
import { ledgerGrants } from './model/grants.ts';
import { ledgerMenus } from './model/menus.ts';
import { periodLock } from './model/period-lock.ts';
import { accountBalanceRows } from './server/account-balances.ts';
import { ledgerInvariants } from './server/invariants.ts';
import { periodLockGuards } from './server/period-locks.ts';

/** 凭证 科目余额 锁账. */
export const ledger = defineModule({
  name: 'ledger',
  declared,
  menus: ledgerMenus,
  grants: ledgerGrants,
  serves: [
    { resource: accountBalance, rows: accountBalanceRows },
    { resource: periodLock, guards: periodLockGuards },
  ],
  invariants: ledgerInvariants,
});
