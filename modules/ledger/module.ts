import type { Database } from '#kit/server/database.ts';
import { defineModule } from '#kit/server/module.ts';
import * as declared from './model/declared.ts';
import { accountBalance } from './model/entry.ts';
import { ledgerGrants } from './model/grants.ts';
import { ledgerMenus } from './model/menus.ts';
import { wallet, walletEntry } from './model/wallet.ts';
import { periodLock } from './model/period-lock.ts';
import { accountBalanceRows } from './server/account-balances.ts';
import { walletCreditRoutes } from './server/wallet-credits.ts';
import { walletEntryRows, walletRows } from './server/wallet.ts';
import { ledgerInvariants } from './server/invariants.ts';
import { periodLockGuards } from './server/period-locks.ts';

/** 凭证 科目余额 锁账 钱包. */
export const ledger = defineModule<{ db: Database }>({
  name: 'ledger',
  declared,
  menus: ledgerMenus,
  grants: ledgerGrants,
  serves: [
    { resource: accountBalance, rows: accountBalanceRows },
    { resource: wallet, rows: walletRows },
    { resource: walletEntry, rows: walletEntryRows },
    { resource: periodLock, guards: periodLockGuards },
  ],
  invariants: ledgerInvariants,
  build: ({ db }) => ({ routes: walletCreditRoutes(db) }),
});
