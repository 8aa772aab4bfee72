import type { TenantWords } from '#kit/model/dict.ts';
import { forbidden } from '#kit/model/refusal.ts';
import type { Mask, RowLimit } from '#kit/model/scope.ts';
import { DEFAULT_ZONE } from '#kit/model/time.ts';
import type { RowRules } from './row-rule.ts';

/** A request as the log keeps it. */
export interface RequestInHand {
  method: string;
  /** Path below the API base. */
  url: string;
  /** What came with it, masked; asked for only where something is written down. */
  param: () => string | null;
  /** Milliseconds since it came. */
  elapsed: () => number;
}

/** Somebody who acts for another. */
export interface Deputy {
  userId: string;
  username: string;
}

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
  /** Which rows the actor sees of resources that are under data rules; absent: there are none. */
  rules?: RowRules;
  /** Fields hidden from this actor. */
  masks: ReadonlySet<Mask>;
  zone: string;
  /** 本位币 of the tenant: what a price is in that names no currency. Absent in background work. */
  currency?: string;
  ip: string | null;
  requestId: string | null;
  isSystem: boolean;
  /** What the tenant has made of declared dictionaries; absent: they are as declared. */
  words?: TenantWords;
  /** Why this person may do nothing right now, in words for them. */
  onHold?: string;
  /** Why this person may only read right now, in words for them. */
  readOnly?: string;
  /** Somebody of the platform who looks into the tenant, and belongs to nobody there. */
  isVisitor?: boolean;
  /** Who acts for this person meanwhile, with their rights: logs name them both. */
  behind?: Deputy;
  /** The request that is carried out, for the log. */
  request?: RequestInHand;
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

export const may = (actor: Actor, permission: string): boolean => actor.isSystem || actor.permissions.has(permission);

/** Who is named in logs: the person, or who acts for them with whom they act for. */
export const signedAs = ({ username, behind }: Pick<Actor, 'username' | 'behind'>): string =>
  behind ? `${behind.username}（代 ${username}）` : username;

/** Whose hand it is: the id of who really acts. */
export const handOf = ({ userId, behind }: Pick<Actor, 'userId' | 'behind'>): string | null => behind?.userId ?? userId;

/** Everybody who has a part in what is done: who really acts, and for whom. */
export const partakers = ({ userId, behind }: Pick<Actor, 'userId' | 'behind'>): string[] =>
  [userId, behind?.userId].filter((id) => typeof id === 'string');

/** Throws 403 没有权限 unless the actor holds the permission. */
export function requirePermission(actor: Actor, permission: string): void {
  if (!may(actor, permission)) throw forbidden(permission);
}

/** Where what somebody sends is read: in their zone, and with the words of their tenant. */
export const placeOf = ({ zone, words }: Actor): Pick<Actor, 'zone' | 'words'> => ({
  zone,
  ...(words ? { words } : {}),
});
