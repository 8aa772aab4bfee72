import type { Readable } from 'node:stream';
import type pg from 'pg';
import type { EventKind } from '#kit/model/event.ts';
import type { Refusal } from '#kit/model/refusal.ts';
import type { AnyResource } from '#kit/model/resource.ts';
import type { AnyRow } from '#kit/model/row.ts';
import type { Actor } from './actor.ts';
import type { Journal } from './journal.ts';
import type { Sql } from './sql.ts';
import type { Vault } from './vault.ts';

export interface EventRecord {
  id: string;
  name: string;
  /** Row the event is about: deliveries of one aggregate keep their order. */
  aggregate: string;
  payload: object;
  at: Date;
}

/** Called inside the transaction with the emitted events, all of one name; see kit/server/outbox. */
export type EmitHook = (tx: Tx, events: readonly EventRecord[]) => Promise<void>;

/** A move that needs something of somebody outside. */
interface NeedyMove {
  resource: AnyResource;
  title: string;
  needs: string;
}

/** Refusals, by id, of the documents for which nobody offers what the move needs. It may not write. */
export type UnmetHook = (tx: Tx, move: NeedyMove, rows: readonly AnyRow[]) => Promise<Map<string, Refusal>>;

export interface Queries {
  /** All rows of a statement. */
  rows<T>(strings: TemplateStringsArray, ...values: unknown[]): Promise<T[]>;
  /** The single row of a statement; throws when there is none. */
  one<T>(strings: TemplateStringsArray, ...values: unknown[]): Promise<T>;
  /** The first row or undefined. */
  maybe<T>(strings: TemplateStringsArray, ...values: unknown[]): Promise<T | undefined>;
  /** Runs a statement and answers the number of rows it touched. */
  run(strings: TemplateStringsArray, ...values: unknown[]): Promise<number>;
}

/**
 * One transaction with its tenant, actor and clock. Every statement must name `tenant_id`
 * (the first wall); row-level security is the second.
 */
export interface BareTx extends Queries {
  readonly tenant: number;
  readonly actor: Actor;
  readonly now: Date;
  /** Statements on platform tables, which have no tenant. */
  readonly platform: Queries;
  query<T>(statement: Sql): Promise<T[]>;
  /** History, operation log and counters of what is done here, written before the commit. */
  readonly journal: Journal;
  /** Runs once the transaction is committed; for waking workers, never for effects that matter. */
  onCommit(run: () => void): void;
}

/** How many more rows of a resource its tenant may have, and what is said of one too many. */
export interface Room {
  left: number;
  refusal: Refusal;
}

/**
 * Asked before rows of a resource are added: null where nothing bounds them. Whoever adds to what is
 * bounded passes here one after the other, until their commit.
 */
export type RoomHook = (tx: Tx, resource: string) => Promise<Room | null>;

/** What modules have at hand in every transaction. */
export interface TxServices {
  /** Seals and opens secrets and personal data. */
  vault: Vault;
  /** Stored files of the tenant. */
  files: FileStore;
  /** Document numbers, taken on a connection of their own. */
  numbering: Numbering;
  emit: EmitHook;
  unmet: UnmetHook;
  roomFor: RoomHook;
  /** How long calls of a move wait where a tenant has not decided otherwise. */
  callWaitSeconds?: number;
}

/** A document whose move waits before anybody outside hears of it. */
export interface HeldRow {
  id: string;
  until: Date;
  /** What undoing the move needs. */
  snapshot: object;
  /** Calls that wait with it. */
  calls: number;
}

/** The moves of a transaction whose calls wait (`HeldMoves`). */
export interface HeldCalls {
  /** The right of the move that a person has asked for, and may call back. */
  requested: string | null;
  /** Seconds that calls of this tenant wait, asked once. */
  seconds(tx: Tx): Promise<number>;
  hold(rowId: string, row: HeldRow): void;
  /** The document is through its move. @returns what waits with it */
  close(rowId: string): HeldRow | undefined;
  /** What calls of an event wait with. */
  ofEvent(event: EventRecord): HeldRow | undefined;
}

/** A transaction of the product. */
export interface Tx extends BareTx, Readonly<Required<Omit<TxServices, 'emit' | 'unmet' | 'roomFor'>>> {
  /** Calls that wait so that the moves of this transaction can be called back. */
  readonly heldMoves: HeldCalls;
  /** Announces a fact: `within` reactions run now, `after` deliveries are stored with the commit. */
  emit<P extends object>(event: EventKind<P>, aggregate: string, payload: NoInfer<P>): Promise<void>;
  /** The same fact of many rows: reactions that can take them together do. */
  emitAll<P extends object>(
    event: EventKind<P>,
    facts: readonly { aggregate: string; payload: NoInfer<P> }[],
  ): Promise<void>;
  unmet(move: NeedyMove, rows: readonly AnyRow[]): Promise<Map<string, Refusal>>;
  roomFor(resource: string): Promise<Room | null>;
}

/** A transaction on platform tables alone. */
export interface PlatformTx extends Queries {
  readonly now: Date;
  query<T>(statement: Sql): Promise<T[]>;
  /** Lets the own memberships of one user be read (policy `own_membership`). */
  asUser(userId: string): Promise<void>;
}

export interface TxOptions {
  /** Every statement finds its rows by key (commands): no plan depends on the values given. */
  isByKey?: boolean;
  /** Reads alone, all of one moment, however many statements and however long. */
  isSnapshot?: boolean;
}

/** Transactions with what a kind of them has at hand. */
export interface DatabaseOf<T extends BareTx> {
  tx<R>(actor: Actor, work: (tx: T) => Promise<R>, options?: TxOptions): Promise<R>;
  platform<T>(work: (tx: PlatformTx) => Promise<T>): Promise<T>;
  /** One statement on platform tables alone, which is its own transaction: one trip instead of three. */
  alone<T>(strings: TemplateStringsArray, ...values: unknown[]): Promise<T[]>;
  pool: pg.Pool;
  close(): Promise<void>;
}

/** A database that knows nothing of the product: for its numbers, and to look into. */
export type BareDatabase = DatabaseOf<BareTx>;
export type Database = DatabaseOf<Tx>;

export interface NewFile {
  /** What it is for: label, packingSlip, upload, errorWorkbook … */
  kind: string;
  name: string;
  mime: string;
  bytes: Uint8Array;
  ownerType?: string;
  ownerId?: string;
}

/** A file that lies on the disk of the store already. */
export interface AdoptedFile extends Omit<NewFile, 'bytes'> {
  id: string;
  /** Path by which it is asked for; unique in the tenant. Absent: only by its id. */
  address?: string;
  arrived: { path: string; bytes: number; sha256: string };
}

/** Tenant files: rows in `asset`, bytes on disk under random names, never the client's. */
export interface FileStore {
  /** Writes the bytes (temp, fsync, rename) and the row; answers the asset id. */
  put(tx: Tx, file: NewFile): Promise<string>;
  /** Folder in which files of a tenant arrive: on the same disk, so that keeping one is a rename. */
  arrivals(tenant: number): string;
  /** Keeps a file that has arrived: moves it to its place and writes the row. */
  adopt(tx: Tx, file: AdoptedFile): Promise<void>;
  /** @throws Refusal 404 for an unknown asset or one of another tenant, `LostFile` without its bytes */
  read(tx: Tx, id: string): Promise<{ name: string; mime: string; bytes: Buffer }>;
  /** Its bytes as they are read, for what is too large to be held at once. @throws as `read` */
  open(tx: Tx, id: string): Promise<Readable>;
  /** Where its bytes should lie. @throws Refusal 404 for an unknown asset */
  locate(tx: Tx, id: string): Promise<string>;
  /** Removes the row, and the bytes once that is committed. Unknown assets are none to remove. */
  remove(tx: Tx, id: string): Promise<void>;
}

/**
 * Document numbers: prefix + yyMMdd + 5 digits per tenant and day, taken in blocks outside the
 * business transaction, so that they never serialise it. Gaps are fine, repeats are not.
 */
export interface Numbering {
  take(actor: Actor, prefix: string, count: number): Promise<string[]>;
}
