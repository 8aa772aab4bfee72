import type { HelpPart } from '#kit/model/help.ts';

/** 财务 in the handbook. */
export const ledgerHelp: HelpPart = {
  module: 'ledger',
  title: '财务',
  chapters: [
    {
      name: 'wallet',
      title: '钱包',
      pages: ['/finance/wallet'],
      of: ['ledger:wallet', 'ledger:walletEntry'],
    },
    { name: 'wallet-credit', title: '钱包入账', pages: ['/finance/wallet-credit'], of: [] },
    { name: 'journal', title: '凭证', pages: ['/finance/journal'], of: ['ledger:journalEntry'] },
    {
      name: 'account-balance',
      title: '科目余额',
      pages: ['/finance/account-balance', '/finance/account'],
      of: ['ledger:accountBalance', 'ledger:account'],
    },
    {
      name: 'period-lock',
      title: '锁账',
      pages: ['/finance/period-lock'],
      of: ['ledger:periodLock'],
    },
  ],
  notes: [],
};
