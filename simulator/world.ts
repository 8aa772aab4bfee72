/** Everything one running simulator holds: settings, time, truth, faults, log, credentials. */
import { randomBytes } from 'node:crypto';
import { PARENT_SUPPLIER, WAREHOUSES } from './catalogue.ts';
import { createClock } from './clock.ts';
import { createFaultPlan } from './faults.ts';
import { createRequestLog } from './request-log.ts';
import { openStateFile } from './state-file.ts';
import { createCallMeter, createThrottle } from './throttle.ts';
import { emptyCarrierState, type CarrierState } from './carrier/state.ts';
import { emptyShopifyState, type ShopifyState } from './shopify/state.ts';
import { emptyMiraklState, type MiraklState } from './mirakl/state.ts';
import { emptyGigaState, type GigaState } from './giga/state.ts';
import { emptyWayfairState } from './wayfair/state.ts';
import type { Clock, ClockMode, ClockSnapshot } from './clock.ts';
import type { FaultPlan } from './faults.ts';
import type { RequestLog } from './request-log.ts';
import type { StateFile } from './state-file.ts';
import type { CallMeter, Throttle } from './throttle.ts';
import type { SubmissionKey } from './wayfair/catalog-schema.ts';
import type { EnvironmentName, WayfairState } from './wayfair/state.ts';

/** Knobs that may be turned while it runs (POST /__sim/config). */
export interface SimulatorSettings {
  /** Milliseconds of simulator time until a write takes effect. */
  effectLagMs: number;
  /** Most rows one order query returns; a larger `limit` is cut silently. */
  limitCap: number;
  tokenTtlSeconds: number;
  /** Calls a second per client before 429; 0 = no throttle. */
  requestsPerSecond: number;
  /** Ceiling the audit holds clients to, without ever answering 429; 0 = none. */
  auditCallsPerSecond: number;
  /** Most rows of one DIFFERENTIAL push. */
  stockBatchLimit: number;
  /** Most rows of one TRUE_UP; the sandbox cuts silently at its own 500. */
  trueUpLimit: number;
  /** Lifetime of a signed storage address. */
  documentUrlTtlSeconds: number;
  /** Where label files live: parcels at the API host and freight in storage (mixed), or all at one. */
  labelHost: 'mixed' | 'api' | 'storage';
  /** Ship notices need a label event first. */
  requireRegister: boolean;
  /** A channel that does not protect the seller: repeated writes are carried out again. */
  lenientRepeats: boolean;
  /** Milliseconds of simulator time until the verdict on a new part is known. */
  listingDecisionMs: number;
  /** Milliseconds until a new part sells. */
  listingLiveMs: number;
  /** Milliseconds a change of a live part takes. */
  listingUpdateMs: number;
  /** Milliseconds until a report on advertising is made. */
  adReportMs: number;
  /** By what name a submission is asked for: the sources differ. */
  submissionKey: SubmissionKey;
  /** Milliseconds until the buyer of an order at the home-improvement marketplace has been charged. */
  miraklDebitMs: number;
  /** Whether that marketplace has opened shipments (ST01) for the shop. */
  miraklShipments: boolean;
}

export interface ClientInput {
  clientId: string;
  clientSecret: string;
  environment: EnvironmentName;
  /** Warehouses this application sees; absent = all of the seller. */
  supplierIds?: readonly string[];
  /** Scopes; absent = all. */
  scopes?: readonly string[];
}

export interface Client extends ClientInput {
  disabled: boolean;
}

export interface Violation {
  rule: string;
  at: string;
  environment: string;
  poNumber: string | null;
  detail: string;
}

interface IssuedToken {
  clientId: string;
  environment: EnvironmentName;
  expiresAt: number;
}

interface SavedState {
  version: 1;
  clock: ClockSnapshot;
  poSequence: number;
  environments: Record<EnvironmentName, WayfairState>;
  carrier?: CarrierState;
  shopify?: ShopifyState;
  mirakl?: MiraklState;
  giga?: GigaState;
  violations: Violation[];
  warnings: Violation[];
}

export interface World {
  settings: SimulatorSettings;
  seed: number;
  clock: Clock;
  faults: FaultPlan;
  log: RequestLog;
  throttle: Throttle;
  meter: CallMeter;
  clients: Map<string, Client>;
  tokens: Map<string, IssuedToken>;
  environments: Record<EnvironmentName, WayfairState>;
  carrier: CarrierState;
  shopify: ShopifyState;
  mirakl: MiraklState;
  giga: GigaState;
  violations: Violation[];
  /** Careless but harmless: counted, not condemned. */
  warnings: Violation[];
  /** Next free part of a PO number, over both environments. */
  poSequence: number;
  /** Key of the signed storage addresses; lives as long as the process. */
  signingKey: Buffer;
  /** Origins, known once both listeners stand. */
  url: string;
  storageUrl: string;
  /** Writes the state file, if there is one. */
  save(): Promise<void>;
  /** Back to an empty channel: no orders, no faults, no log, clock as started. */
  reset(): void;
}

interface WorldOptions {
  seed: number;
  settings: Partial<SimulatorSettings>;
  clockMode: ClockMode;
  clockStart?: number | undefined;
  clients: readonly ClientInput[];
  stateFile?: string | undefined;
}

export const DEFAULT_SETTINGS: SimulatorSettings = {
  effectLagMs: 300,
  limitCap: 25,
  tokenTtlSeconds: 3600,
  requestsPerSecond: 0,
  auditCallsPerSecond: 0,
  stockBatchLimit: 100,
  trueUpLimit: 10_000,
  documentUrlTtlSeconds: 3600,
  labelHost: 'mixed',
  requireRegister: true,
  lenientRepeats: false,
  listingDecisionMs: 60_000,
  listingLiveMs: 240_000,
  listingUpdateMs: 60_000,
  adReportMs: 30_000,
  submissionKey: 'productAdditionRequestId',
  miraklDebitMs: 300_000,
  miraklShipments: false,
};

/** Credentials of the demo seller, one application per environment. */
export const DEFAULT_CLIENTS: readonly ClientInput[] = [
  { clientId: 'waybill-demo', clientSecret: 'waybill-demo-secret', environment: 'production' },
  { clientId: 'waybill-sandbox', clientSecret: 'waybill-sandbox-secret', environment: 'sandbox' },
];

/** @returns the world and whether its truth came from the state file */
export async function createWorld(options: WorldOptions): Promise<{ world: World; restored: boolean }> {
  const file = options.stateFile === undefined ? null : openStateFile(options.stateFile);
  const world = newWorld(options, file);
  const restored = restore(world, file === null ? null : await file.load());
  return { world, restored };
}

/** Ids a seller may name in stock pushes and ship notices. */
export function supplierIdsOf(client: Client | null): readonly string[] {
  return client?.supplierIds ?? WAREHOUSES.map((warehouse) => warehouse.supplierId);
}

/** May this application see what belongs to the warehouse? */
export function sees(client: Client, warehouseId: string): boolean {
  return warehouseId !== PARENT_SUPPLIER.id && supplierIdsOf(client).includes(warehouseId);
}

/** Notes a broken promise for GET /__sim/audit. */
export function addViolation(
  world: World,
  environment: string,
  rule: string,
  poNumber: string | null,
  detail: string,
): void {
  const at = new Date(world.clock.now()).toISOString();
  world.violations.push({ rule, at, environment, poNumber, detail });
}

/** Notes something careless that did no harm. */
export function addWarning(
  world: World,
  environment: string,
  rule: string,
  poNumber: string | null,
  detail: string,
): void {
  const at = new Date(world.clock.now()).toISOString();
  world.warnings.push({ rule, at, environment, poNumber, detail });
}

function newWorld(options: WorldOptions, file: StateFile | null): World {
  const clients = new Map<string, Client>();
  for (const client of options.clients) clients.set(client.clientId, { ...client, disabled: false });
  const world: World = {
    settings: { ...DEFAULT_SETTINGS, ...options.settings },
    seed: options.seed,
    clock: createClock(options.clockMode, options.clockStart),
    faults: createFaultPlan(),
    log: createRequestLog(),
    throttle: createThrottle(),
    meter: createCallMeter(),
    clients,
    tokens: new Map(),
    environments: { production: emptyWayfairState(), sandbox: emptyWayfairState() },
    carrier: emptyCarrierState(),
    shopify: emptyShopifyState(),
    mirakl: emptyMiraklState(),
    giga: emptyGigaState(),
    violations: [],
    warnings: [],
    poSequence: 0,
    signingKey: randomBytes(32),
    url: '',
    storageUrl: '',
    save: async () => {
      if (file !== null) await file.save(() => savedState(world));
    },
    reset() {
      world.settings = { ...DEFAULT_SETTINGS, ...options.settings };
      world.clock.restore(createClock(options.clockMode, options.clockStart).snapshot());
      world.faults.clear();
      world.log.clear();
      world.throttle.clear();
      world.tokens.clear();
      world.environments = { production: emptyWayfairState(), sandbox: emptyWayfairState() };
      world.carrier = emptyCarrierState();
      world.shopify = emptyShopifyState();
      world.mirakl = emptyMiraklState();
      world.giga = emptyGigaState();
      world.violations = [];
      world.warnings = [];
      world.poSequence = 0;
      for (const client of clients.values()) client.disabled = false;
    },
  };
  return world;
}

function savedState(world: World): SavedState {
  return {
    version: 1,
    clock: world.clock.snapshot(),
    poSequence: world.poSequence,
    environments: world.environments,
    carrier: world.carrier,
    shopify: world.shopify,
    mirakl: world.mirakl,
    giga: world.giga,
    violations: world.violations,
    warnings: world.warnings,
  };
}

function restore(world: World, saved: unknown): boolean {
  if (typeof saved !== 'object' || saved === null || !('version' in saved)) return false;
  if (saved.version !== 1) return false;
  const state = saved as SavedState;
  world.clock.restore(state.clock);
  world.poSequence = state.poSequence;
  // What an older truth does not hold yet is empty.
  world.environments = {
    production: { ...emptyWayfairState(), ...state.environments.production },
    sandbox: { ...emptyWayfairState(), ...state.environments.sandbox },
  };
  world.carrier = { ...emptyCarrierState(), ...state.carrier };
  world.shopify = { ...emptyShopifyState(), ...state.shopify };
  world.mirakl = { ...emptyMiraklState(), ...state.mirakl };
  world.giga = { ...emptyGigaState(), ...state.giga };
  world.violations = state.violations;
  world.warnings = state.warnings;
  return true;
}
