import { notFound } from '#kit/model/refusal.ts';
import type { Tx } from '#kit/server/database.ts';
import { isUuid } from '#kit/server/kinds.ts';
import { freeCode } from './categories.ts';
import { freeOrgCode } from './departs.ts';
import type { Counter, FillRequest } from './fill-counter.ts';

/**
 * The next code below the parent that the form names as `parentId`; without one, that of a root. Nothing
 * is kept for the caller: whoever adds a department or a category gets what is free then.
 */
const treeCounter =
  (next: (tx: Tx, parentId: string | null) => Promise<string>) =>
  (_stored: string, { values }: FillRequest): Counter => {
    const parentId = values['parentId'] || null;
    const free = async (tx: Tx): Promise<string> => {
      if (parentId !== null && !isUuid(parentId)) throw notFound();
      return next(tx, parentId);
    };
    return { key: String(parentId), take: free, peek: free };
  };

export const departCounter = treeCounter(freeOrgCode);
export const categoryCounter = treeCounter(freeCode);
