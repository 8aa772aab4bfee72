/** Front door of the ledger for the modules above it. */
export { captureHold, expireHolds, placeHold, releaseHold, type NewHold } from './holds.ts';
export { postingDay } from './period-locks.ts';
export { postEntries, type NewEntry } from './post-entries.ts';
export { walletAvailable } from './wallet.ts';
export { reverseEntry } from './reverse-entry.ts';
