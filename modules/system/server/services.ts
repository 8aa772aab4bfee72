import type { Serve } from '#kit/server/serve.ts';
import { randomBytes } from 'node:crypto';
import type { RoleGrants } from '#kit/model/grants.ts';
import { grantsOf } from '#kit/server/assemble.ts';
import type { Database } from '#kit/server/database.ts';
import type { Counted, TenantPages } from '#kit/server/module.ts';
import { NO_PUSH, type Push } from '#kit/server/push.ts';
import { createRegistry, type Registry } from '#kit/server/registry.ts';
import { createVault, type Vault } from '#kit/server/vault.ts';
import { systemGrants } from '../model/preset-roles.ts';
import { SEALED_MASK } from '../model/row-limits.ts';
import { createCodes, type Codes } from './registration/codes.ts';
import type { Dictionaries } from './dictionaries.ts';
import { createLogin, type Login } from './login.ts';
import { createMenus, type Menus } from './own-menu.ts';
import { NO_MESSENGER, type Messenger } from './registration/messenger.ts';
import type { PermissionTable } from './permission-table.ts';
import { createPhoneLogin, type PhoneLogin } from './registration/phone-login.ts';
import { systemCounted } from './tenants/counted.ts';
import type { ScopeRegister } from './row-scope.ts';
import { createSecondFactors, type SecondFactors } from './second-factor/second-factors.ts';
import type { Sessions } from './sessions.ts';
import { createSingleSignOn, type SingleSignOn, type SingleSignOnOptions } from './third-login/single-sign-on.ts';

/** What the routes of this module share. */
export interface Services {
  db: Database;
  sessions: Sessions;
  push: Push;
  log: Log;
  login: Login;
  phoneLogin: PhoneLogin;
  messenger: Messenger;
  codes: Codes;
  /** Somebody without an invitation may open a trial tenant of their own. */
  isTrialOpen: boolean;
  secondFactors: SecondFactors;
  /** What the preset roles of a new tenant may. */
  grants: () => RoleGrants;
  /** What may be bounded for a tenant; complete once the first request comes. */
  counted: () => readonly Counted[];
  /** Pages of tenants in the menu of a person. */
  tenantPages: () => readonly TenantPages[];
  /** How the platform names itself in an authenticator app. */
  issuer: string;
  /** Origin at which people reach the console; null where nobody said. */
  publicUrl: string | null;
  /** null: nobody else vouches for people. */
  singleSignOn: SingleSignOn | null;
  scopeRegister: ScopeRegister;
  dictionaries: Dictionaries;
  permissions: PermissionTable;
  /** Registers whose unique fields may be asked for. */
  registry: Registry;
  menus: Menus;
}

/** How people without a session are reached, and whether strangers may come in. */
export interface CodeOptions {
  messenger: Messenger;
  /** Keyed digest; the same on every node. */
  digest(text: string): string;
  /** By the key of today and those before. */
  digests(text: string): string[];
  isTrialOpen: boolean;
}

/** What the wiring gives to this module. */
export interface SystemOptions {
  db: Database;
  sessions: Sessions;
  /** Absent: no register's unique fields may be asked for. */
  registry?: Registry;
  /** What the modules serve, once all are put together; nothing by default. */
  serves?: () => readonly Serve[];
  /** Reaches browsers that are connected now. */
  push?: Push;
  /** Absent: no codes are sent and nobody registers. */
  codes?: CodeOptions;
  /** Absent: nobody else vouches for people. */
  singleSignOn?: SingleSignOnOptions;
  /** Seals what is nobody's business; absent: with a key of this process. */
  vault?: Vault;
  /** Short name of the platform. */
  issuer?: string;
  /** What the preset roles of a new tenant may; absent: what this module says alone. */
  grants?: () => RoleGrants;
  /** What may be bounded for a tenant; absent: what this module counts alone. */
  counted?: () => readonly Counted[];
  /** None by default (tests). */
  tenantPages?: () => readonly TenantPages[];
  /** Absent: there are no shops and no warehouses. */
  scopeRegister?: ScopeRegister;
  /** What the uploads of one tenant may weigh together; 2 GB by default. */
  uploadQuotaBytes?: number;
  /** The server's log; absent: nothing is noted. */
  log?: Log;
}

/** What the whole module is given; what is absent of the options is not offered. */
export interface SystemServices extends SystemOptions {
  registry: Registry;
  /** What a sheet to import may weigh; 50 MB by default. */
  importBytes?: number;
  clock: () => Date;
  log: Log;
}

/** There are no registers. */
export const NO_REGISTRY: Pick<Registry, 'resources'> = { resources: [] };

/** There are no shops and no warehouses. */
export const NO_SCOPE: ScopeRegister = async () => new Set();

/** Writes a line of the server's log. */
export type Log = (level: 'info' | 'warn' | 'error', about: object, message: string) => void;

/** A key of this process: nothing that was sealed with it needs to be found again. */
const ownVault = (): Vault => createVault(randomBytes(32).toString('hex'));

const closedEntrance = (): CodeOptions => {
  const { digest, digests } = ownVault();
  return { messenger: NO_MESSENGER, digest, digests, isTrialOpen: false };
};

export function createServices({
  db,
  sessions,
  registry,
  push = NO_PUSH,
  codes: options = closedEntrance(),
  singleSignOn,
  vault = ownVault(),
  grants = () => grantsOf([{ grants: systemGrants }]),
  counted = () => systemCounted,
  tenantPages = () => [],
  issuer = 'Waybill',
  scopeRegister = NO_SCOPE,
  log = () => undefined,
}: SystemOptions): Services {
  const codes = createCodes(db, options);
  const secondFactors = createSecondFactors(db, vault);
  const entrance = { db, sessions, secondFactors };
  return {
    db,
    sessions,
    push,
    log,
    registry: registry ?? createRegistry([], [], vault, SEALED_MASK),
    login: createLogin(entrance),
    phoneLogin: createPhoneLogin(entrance, codes),
    messenger: options.messenger,
    codes,
    isTrialOpen: options.isTrialOpen,
    secondFactors,
    grants,
    counted,
    tenantPages,
    issuer,
    publicUrl: singleSignOn?.publicUrl ?? null,
    singleSignOn: singleSignOn ? createSingleSignOn(db, singleSignOn) : null,
    scopeRegister,
    dictionaries: sessions.dictionaries,
    permissions: sessions.permissions,
    menus: createMenus(),
  };
}
