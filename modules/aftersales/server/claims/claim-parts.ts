import type { Parts } from '#kit/server/module.ts';
import { claim } from '../../model/claim.ts';
import { claimTerm } from '../../model/claim-term.ts';
import { claimDraft } from './claim-draft.ts';
import { claimsBarred } from './found-claims.ts';
import { claimInvariants } from './claim-invariants.ts';
import { claimTermGuards } from './claim-terms.ts';
import { claimTodos } from './claim-todos.ts';
import * as claimMoves from './claim-moves.ts';

/** 索赔, as a part of its module. */
export const claimParts = {
  serves: [
    {
      resource: claim,
      draft: claimDraft,
      beside: claimsBarred,
      detail: async (tx, row) => (await claimsBarred(tx, [row])).get(String(row['id'])) ?? {},
    },
    { resource: claimTerm, guards: claimTermGuards },
  ],
  moves: [claimMoves],
  invariants: claimInvariants,
  todos: claimTodos,
} as const satisfies Parts;
