import { resourceKey, type AnyResource } from './resource.ts';
import { defineRoute, shape } from './route.ts';
import { stemOf } from './wire.ts';

/** A document that a batch of one's own could not move, and why. */
export interface LeftOver {
  id: string;
  label: string;
  move: string;
  moveTitle: string;
  message: string;
  at: string;
}

/** Most documents of one's worklist that are kept and shown. */
export const MOST_LEFT_OVER = 1_000;

/** What one's batches could not do, as long as it is still to be done. */
export const worklistRoute = (of: AnyResource) =>
  defineRoute({
    method: 'GET',
    path: `${stemOf(of)}/worklist`,
    access: { permission: `${resourceKey(of)}:list` },
    summary: `${of.title}批量失败清单`,
    result: shape<LeftOver[]>(),
  });

interface WorklistBody {
  move: string;
  /** What failed; one that is here already has the new reason. */
  failed?: readonly { id: string; message: string }[];
  /** What one wants to hear no more of; `all` of the move without ids. */
  dismissed?: readonly string[] | 'all';
}

/** Adds to one's worklist what a batch could not do, or takes off what one has read. */
export const storeWorklistRoute = (of: AnyResource) =>
  defineRoute({
    method: 'POST',
    path: `${stemOf(of)}/worklist`,
    access: { permission: `${resourceKey(of)}:list` },
    summary: `${of.title}批量失败清单：更新`,
    effect: 'reads',
    body: shape<WorklistBody>(),
    result: shape<{ kept: number }>(),
  });
