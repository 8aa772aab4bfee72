import type { Database } from '#kit/server/database.ts';
import type { Numbering } from '#kit/server/document-number.ts';
import type { FileStore } from '#kit/server/file-store.ts';
import type { Registry } from '#kit/server/registry.ts';
import type { Connector, Fetch } from '../model/port.ts';
import type { Practices } from '../model/routes.ts';

/** How long the house waits for a channel; defaults fit the real ones. */
export interface ChannelTiming {
  /**
   * An effect without an answer may still become visible: before this much time has passed, "not
   * there" does not mean "never arrived", and nothing is sent again.
   */
  settleMs: number;
  /** When an effect that the channel took is looked for again; after the last a person looks. */
  pollsMs: readonly number[];
  /** When pushed stock is read back. */
  verifyAfterMs: number;
}

export const CHANNEL_TIMING: ChannelTiming = {
  settleMs: 30_000,
  pollsMs: [2, 3, 5, 10, 20, 30, 60, 120, 300, 600, 900, 900, 900].map((s) => s * 1000),
  verifyAfterMs: 10_000,
};

/** What the wiring gives to this module. */
export interface ChannelServices {
  db: Database;
  registry: Registry;
  numbering: Numbering;
  fileStore: FileStore;
  connectors: readonly Connector[];
  /** Calls to the outside for one shop of a tenant: these origins, and those granted to the tenant. */
  outbound: (tenant: number, origins: readonly string[]) => Fetch;
  /** Origins an operator allowed for a tenant's shops beside the channels' own. */
  grantedOrigins: (tenant: number) => readonly string[];
  /** Marketplaces that are simulated beside this install, by the code of their connector. */
  practice?: ReadonlyMap<string, Practices>;
  clock: () => Date;
  /** Work was stored: look at the queue now. */
  wake: () => void;
  timing?: Partial<ChannelTiming>;
  /** Where files stand for everybody to see (STATIC_DOMAIN): a marketplace opens pictures itself. */
  filesAt?: string;
  log: (level: 'info' | 'warn' | 'error', about: object, message: string) => void;
}
