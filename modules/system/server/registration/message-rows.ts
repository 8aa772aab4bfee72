import type { Tx } from '#kit/server/database.ts';
import { sql, type Sql } from '#kit/server/sql.ts';

/** What people of the tenant were sent; where nothing is sent, the outbox they read it in. */
export const messageRows = (tx: Tx): Sql => sql`
  select id, kind, purpose, recipient, content, status, failure, create_time, send_time
  from sent_message where tenant_id = ${tx.tenant}`;
