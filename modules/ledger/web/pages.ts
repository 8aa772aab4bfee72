import type { PageSpecs } from '#kit/web/index.ts';

/** Pages of the ledger; accounts and locked months are generic lists. */
export const pages: PageSpecs = {
  'ledger/Wallet': { load: () => import('./wallet.tsx').then(({ WalletPage }) => WalletPage) },
  'ledger/WalletCredit': {
    load: () => import('./wallet-credit.tsx').then(({ WalletCreditPage }) => WalletCreditPage),
  },
  'ledger/JournalEntryList': {
    load: () => import('./ledger-lists.tsx').then(({ JournalEntryList }) => JournalEntryList),
  },
  'ledger/AccountBalanceList': {
    load: () => import('./ledger-lists.tsx').then(({ AccountBalanceList }) => AccountBalanceList),
  },
};
