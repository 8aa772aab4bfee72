import { forbidden } from '#kit/model/refusal.ts';
import type { Mask, RowLimit } from '#kit/model/scope.ts';
import { DEFAULT_ZONE } from '#kit/model/time.ts';

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
  /** Ids of what the actor may see, by limit; all where one is absent. */
  limits: Readonly<Partial<Record<RowLimit, readonly string[]>>>;
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
    limits: {},
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
