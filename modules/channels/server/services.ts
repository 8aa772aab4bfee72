import type { Database } from '#kit/server/database.ts';
import type { Numbering } from '#kit/server/document-number.ts';
import type { FileStore } from '#kit/server/file-store.ts';
import type { Registry } from '#kit/server/registry.ts';
import type { Connector, Fetch } from '../model/port.ts';

/** What the wiring gives to this module. */
export interface ChannelServices {
  db: Database;
  registry: Registry;
  numbering: Numbering;
  fileStore: FileStore;
  connectors: readonly Connector[];
  /** Calls to the outside for one shop: the allow-list plus the origins of its settings. */
  outbound: (origins: readonly string[]) => Fetch;
  clock: () => Date;
  /** Work was stored: look at the queue now. */
  wake: () => void;
  log: (level: 'info' | 'warn' | 'error', about: object, message: string) => void;
}
