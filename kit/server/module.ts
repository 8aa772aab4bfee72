import type { ClockWork } from '#kit/model/clock-work.ts';
import type { DeclaredDict } from '#kit/model/dict.ts';
import type { Grants, RoleGrants } from '#kit/model/grants.ts';
import type { JobKind } from '#kit/model/job.ts';
import type { DeclaredMenu } from '#kit/model/menu.ts';
import type { DeclaredPermission } from '#kit/model/permission.ts';
import type { AnyResource } from '#kit/model/resource.ts';
import type { Tx } from './database.ts';
import type { Job } from './deliveries.ts';
import type { Invariant } from './invariant.ts';
import type { After, Offers, TransactionHandler } from './outbox.ts';
import type { SheetOfDocument } from './import-export/document-sheet.ts';
import type { BesideRows } from './query/list.ts';
import type { Serve } from './serve.ts';
import type { SealedTable } from './resealing.ts';
import type { Call, Route } from './route.ts';
import type { TenantWork } from './tenant-work.ts';
import type { Todo } from './todo.ts';

/** What a module does on the server. */
export interface Parts {
  /**
   * Declared resources with what they have beyond their declaration: guards, more of a row. One
   * that has nothing is served without being named here.
   */
  serves?: readonly Serve[];
  /** What it knows of rows that a module to its right lists, answered beside their fields. */
  extensions?: readonly Beside[];
  /** How sheets of lines become documents that a module to its right declares. */
  documents?: readonly SheetOfDocument[];
  /** Files of the server with the commands of its lifecycles among their exports. */
  moves?: readonly object[];
  /** Hand-written routes. */
  routes?: readonly Route[];
  /** Reactions inside the transaction of an event, in the order of the modules. */
  inTransaction?: readonly TransactionHandler[];
  /** Which job an event sets off after its commit. */
  after?: readonly After[];
  jobs?: readonly Job[];
  /** What somebody outside offers, where moves need it. */
  offers?: readonly Offers[];
  invariants?: readonly Invariant[];
  /** What waits for somebody, on the home page. */
  todos?: readonly Todo[];
  /** What the product itself does with the clock. */
  scheduled?: readonly Scheduled[];
  /** What tenants may make schedules of. */
  works?: readonly TenantWork[];
  /** What of it may be bounded for a tenant. */
  counted?: readonly Counted[];
  /** Pages that a tenant has made for itself, as whoever asks has them in their menu. */
  tenantPages?: readonly TenantPages[];
}

/** A page of a tenant's own in the menu of a person. */
export interface TenantPage {
  id: string;
  path: string;
  title: string;
  /** Path of the group that it hangs below. */
  parent: string;
  /** View below the views area. */
  component: string;
}

/** Those that a caller may open. Asked with every menu: where a tenant has made none, it costs no statement. */
export type TenantPages = (call: Pick<Call, 'actor' | 'tx'>) => Promise<readonly TenantPage[]>;

/** What a module says of the rows on a page of somebody else's list. */
export interface Beside {
  of: AnyResource;
  rows: BesideRows;
}

/** Something of which a tenant has so many, and may be held to a bound of that name. */
export interface Counted {
  bound: string;
  /** The resource whose rows it counts, where these are added by the kit. */
  of?: AnyResource;
  /** How many there are in the transaction's tenant now. */
  count(tx: Tx): Promise<number>;
}

/** The product's own work with the clock. What has no pace comes on every node, and two may look at once. */
export interface Scheduled {
  kind: ClockWork;
  /** So often, on one node of all; at every look of each where absent. */
  everyMs?: number;
  run(now: Date): Promise<unknown>;
}

/** All modules together, for the few that read all: complete once the first request comes. */
export interface House {
  serves(): readonly Serve[];
  invariants(): readonly Invariant[];
  todos(): readonly Todo[];
  grants(): RoleGrants;
  counted(): readonly Counted[];
  works(): readonly TenantWork[];
  jobs(): readonly JobKind[];
  tenantPages(): readonly TenantPages[];
}

/** A module is one value: what it is called, what it declares, and what it does. */
export interface Module<S> extends Parts {
  name: string;
  /** Its `model/declared.ts`, whole: resources, lifecycles, events and jobs are found in it. */
  declared: object;
  menus?: readonly DeclaredMenu[];
  /** Rights beyond those of its resources and moves; a route's own has the title of the route where absent. */
  permissions?: readonly DeclaredPermission[];
  /** Dictionaries that no field shows. */
  dictionaries?: readonly DeclaredDict[];
  /** What each preset role may here, by its code. */
  grants?: Readonly<Record<string, Grants>>;
  /** Columns with something of the secret key in them, beside those of declared fields. */
  sealed?: readonly SealedTable[];
  /** Routes that ask for no right, each by verb and path: every one opens the house a little. */
  open?: { toAll?: readonly string[]; toSession?: readonly string[] };
  /** What it does with the services of the wiring. */
  build?: (services: S, house: House) => Parts;
}

export const defineModule = <S = unknown>(module: Module<S>): Module<S> => module;
