import type { AnyResource } from '#kit/model/resource.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Sql } from '#kit/server/sql.ts';
import type { FeedType } from '../../model/feed.ts';

/**
 * A kind of submission, over the tables that hold it. It names the tenant and the scope of the reader itself;
 * both selects give their columns in the order in which `feed-rows.ts` names them.
 */
export interface FeedKind {
  type: FeedType;
  /** Who may list these sees the kind. */
  of: AnyResource;
  /** Submissions, a row each. */
  jobs: (tx: Tx) => Sql;
  /** What they said, a row each. */
  items: (tx: Tx) => Sql;
}
