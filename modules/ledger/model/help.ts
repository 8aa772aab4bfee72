import type { HelpPart } from '#kit/model/help.ts';

/** 财务 in the handbook. */
export const ledgerHelp: HelpPart = {
  module: 'ledger',
  title: '财务',
  chapters: [
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
