import type { Actor } from '#kit/server/actor.ts';
import { audit } from '#kit/server/audit.ts';
import type { Database } from '#kit/server/database.ts';
import type { Route } from '#kit/server/route.ts';
import { countAttempt } from './attempts.ts';

/** Refusals of one person that are written down in a minute: a flood of them is one story. */
const MOST_A_MINUTE = 30;
const MINUTE_MS = 60_000;

/** Writes down that somebody tried something without the right to it: who, which call, which right. */
export async function noteRefusal(db: Database, actor: Actor, { method, path, access }: Route): Promise<void> {
  const subject = `${actor.tenant} ${actor.userId ?? actor.username}`;
  const hits = await db.platform((tx) => countAttempt(tx, tx.now, { kind: 'refusal', subject }, MINUTE_MS));
  if (hits > MOST_A_MINUTE) return;
  const permission = typeof access === 'object' ? access.permission : null;
  await db.tx(actor, async (tx) => {
    const diff = { call: `${method} ${path}`, permission };
    audit(tx, 'system:access', [{ rowId: null, action: 'refuse', diff }]);
  });
}
