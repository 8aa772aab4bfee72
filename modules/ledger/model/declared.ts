export * from './wallet.ts';
export { account, accountBalance, journalEntry, posting } from './entry.ts';
export { periodLock } from './period-lock.ts';
