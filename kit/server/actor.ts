import { forbidden } from '#kit/model/refusal.ts';
import { DEFAULT_ZONE } from '#kit/model/time.ts';

export type Mask = 'cost' | 'profit' | 'pii';

/**
 * Who acts, resolved from the session (or named, for background work): permissions, row scope
 * and masks travel with every transaction.
 */
export interface Actor {
  /** null for the system. */
  userId: string | null;
  username: string;
  tenant: number;
  permissions: ReadonlySet<string>;
  /** Shops (channel accounts) the actor may see; null = all. */
  shops: readonly string[] | null;
  /** Warehouses the actor may see; null = all. */
  warehouses: readonly string[] | null;
  /** Fields hidden from this actor. */
  masks: ReadonlySet<Mask>;
  zone: string;
  ip: string | null;
  requestId: string | null;
  isSystem: boolean;
  /** Why this person may do nothing right now, in words for them. */
  onHold?: string;
  /** The batch that is carried out: what it sets off is shown to its person until they have read it. */
  batch?: { id: string; resource: string };
}

/** A named actor for background work: may do everything inside its tenant, and is seen in the logs. */
export function systemActor(tenant: number, name: string, zone: string = DEFAULT_ZONE): Actor {
  return {
    userId: null,
    username: name,
    tenant,
    permissions: new Set(),
    shops: null,
    warehouses: null,
    masks: new Set(),
    zone,
    ip: null,
    requestId: null,
    isSystem: true,
  };
}

export const may = (actor: Actor, permission: string): boolean =>
  actor.isSystem || actor.permissions.has(permission);

/** Throws 403 没有权限 unless the actor holds the permission. */
export function requirePermission(actor: Actor, permission: string): void {
  if (!may(actor, permission)) throw forbidden();
}
