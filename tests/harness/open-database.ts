import { tmpdir } from 'node:os';
import { openDatabase, type BareOptions, type Database, type TxServices } from '#kit/server/database.ts';
import { createFileStore } from '#kit/server/file-store.ts';
import { createVault } from '#kit/server/vault.ts';

/**
 * A database with what transactions have in the product. By default nothing reacts to events, and
 * no document number is taken: that would need connections of its own.
 */
export const openTestDatabase = (options: BareOptions, services: Partial<TxServices> = {}): Database =>
  openDatabase(options, {
    vault: createVault('what databases of tests are sealed with'),
    files: createFileStore(tmpdir()),
    numbering: { take: () => Promise.reject(new Error('no numbers are taken in this test')) },
    emit: async () => undefined,
    unmet: async () => new Map(),
    roomFor: async () => null,
    ...services,
  });
