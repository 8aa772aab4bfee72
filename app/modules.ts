import type { Database } from '#kit/server/database.ts';
import type { Numbering } from '#kit/server/document-number.ts';
import type { FileStore } from '#kit/server/file-store.ts';
import type { ModuleParts } from '#kit/server/module.ts';
import type { Push } from '#kit/server/push.ts';
import type { Registry } from '#kit/server/registry.ts';
import type { Vault } from '#kit/server/vault.ts';
import type { Connector, Fetch } from '#modules/channels/model/port.ts';
import { channelSettingsCheck, createChannels } from '#modules/channels/server/index.ts';
import { baseServes, baseWithin, scopeRegister } from '#modules/base/server/index.ts';
import { createDesk } from '#modules/desk/server/index.ts';
import { catalogServes, catalogWithin } from '#modules/catalog/server/index.ts';
import {
  fulfilmentInvariants,
  fulfilmentRoutes,
  fulfilmentServes,
  fulfilmentWithin,
} from '#modules/fulfilment/server/index.ts';
import {
  inventoryInvariants,
  inventoryServes,
  inventoryWithin,
} from '#modules/inventory/server/index.ts';
import {
  orderAfter,
  orderJobs,
  orderInvariants,
  orderRoutes,
  orderServes,
  orderWithin,
} from '#modules/orders/server/index.ts';
import {
  createFileJobs,
  reportRoutes,
  systemRoutes,
  systemJobs,
  systemServes,
  systemWithin,
  type CodeOptions,
  type Sessions,
  type SingleSignOnOptions,
} from '#modules/system/server/index.ts';

/** What the wiring gives to the modules; each takes what it needs. */
export interface ModuleServices {
  db: Database;
  registry: Registry;
  numbering: Numbering;
  fileStore: FileStore;
  sessions: Sessions;
  /** Reaches browsers that are connected now; nobody by default. */
  push?: Push;
  /** Absent: no codes are sent and nobody registers. */
  codes?: CodeOptions;
  /** Absent: nobody else vouches for people. */
  singleSignOn?: SingleSignOnOptions;
  /** Seals secrets at rest. */
  vault?: Vault;
  /** Short name of the platform. */
  issuer?: string;
  /** What the uploads of one tenant may weigh together; 2 GB by default. */
  uploadQuotaBytes?: number;
  /** What a sheet to import may weigh; 50 MB by default. */
  importBytes?: number;
  connectors: readonly Connector[];
  /** Calls to the outside for one shop of a tenant: these origins, and those granted to the tenant. */
  outbound: (tenant: number, origins: readonly string[]) => Fetch;
  /** Origins an operator allowed for a tenant's shops beside the channels' own. */
  grantedOrigins: (tenant: number) => readonly string[];
  clock: () => Date;
  /** Work was stored: look at the queue now. */
  wake: () => void;
  log: (level: 'info' | 'warn' | 'error', about: object, message: string) => void;
}

/** All modules, lower ones first: their `within` reactions run in this order. */
export function modules(services: ModuleServices): ModuleParts[] {
  const lower: ModuleParts[] = [
    {
      serves: systemServes(services.registry.lifecycles),
      routes: [
        ...systemRoutes({
          ...services,
          scopeRegister,
        }),
        ...reportRoutes(services.registry),
      ],
      within: systemWithin(services.push),
      jobs: systemJobs,
    },
    { serves: baseServes(channelSettingsCheck(services)), within: baseWithin },
    { serves: catalogServes, within: catalogWithin },
    {
      serves: inventoryServes,
      within: inventoryWithin,
      invariants: inventoryInvariants,
    },
    {
      serves: orderServes,
      within: orderWithin,
      routes: orderRoutes(services),
      after: orderAfter,
      jobs: orderJobs,
      invariants: orderInvariants,
    },
    {
      serves: fulfilmentServes,
      routes: fulfilmentRoutes,
      within: fulfilmentWithin,
      invariants: fulfilmentInvariants,
    },
    createChannels(services),
  ];
  const desk = createDesk({
    registry: services.registry,
    wake: services.wake,
    invariants: lower.flatMap((part) => part.invariants ?? []),
  });
  const files = createFileJobs({
    ...services,
    serves: [...lower, desk].flatMap((part) => part.serves ?? []),
  });
  return [...lower, files, desk];
}
