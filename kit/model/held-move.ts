import { resourceKey, type AnyResource } from './resource.ts';
import { defineRoute, shape } from './route.ts';
import { stemOf } from './wire.ts';

/** The name of the move that takes others back, in every lifecycle that has one. */
export const CALL_BACK = 'callBack';

/** A move whose call outside still waits, and that can be called back until then. */
export interface HeldMove {
  /** Of the document. */
  id: string;
  label: string;
  move: string;
  moveTitle: string;
  /** How long its call still waits. */
  seconds: number;
  batch: string | null;
  by: string;
  isOwn: boolean;
}

/** What can still be called back, of documents in sight. */
export const heldMovesRoute = (of: AnyResource) =>
  defineRoute({
    method: 'GET',
    path: `${stemOf(of)}/heldMoves`,
    access: { permission: `${resourceKey(of)}:list` },
    summary: `${of.title}可撤回的操作`,
    result: shape<HeldMove[]>(),
  });
