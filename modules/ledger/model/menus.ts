import { listPages, type DeclaredMenu } from '#kit/model/menu.ts';

/** 财务: the books behind stock, wallet and receivables. */
export const ledgerMenus: readonly DeclaredMenu[] = [
  { path: '/finance', title: '财务', icon: 'dollar', sort: 25, redirect: '/finance/journal' },
  {
    path: '/finance/wallet',
    title: '钱包',
    parent: '/finance',
    component: 'ledger/Wallet',
    sort: 10,
    permission: 'ledger:wallet:list',
    resources: ['ledger:wallet', 'ledger:walletEntry'],
  },
  {
    path: '/finance/wallet-credit',
    title: '钱包入账',
    parent: '/finance',
    component: 'ledger/WalletCredit',
    sort: 11,
    permission: 'platform:wallet:credit',
    resources: [],
  },
  ...listPages('/finance', [
    ['/finance/journal', '凭证', 40, 'ledger:journalEntry', 'ledger/JournalEntryList'],
    ['/finance/account-balance', '科目余额', 41, 'ledger:accountBalance', 'ledger/AccountBalanceList'],
    ['/finance/account', '科目', 42, 'ledger:account'],
    ['/finance/period-lock', '锁账', 43, 'ledger:periodLock'],
  ]),
];
