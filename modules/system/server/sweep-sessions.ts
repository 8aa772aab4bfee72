import type { Database } from '#kit/server/database.ts';
import { KNOWN_MS } from './sign-in-limits.ts';

/** Removes sessions that are over, old picture codes and old counts of tries. @returns how many sessions */
export async function sweepSessions(db: Database, now: Date): Promise<number> {
  const dayAgo = new Date(now.getTime() - 86_400_000);
  return db.platform(async (tx) => {
    await tx.run`delete from captcha where expires_at < ${now}`;
    await tx.run`delete from attempt_count where window_start < ${dayAgo}
      and (kind <> 'known' or window_start < ${new Date(now.getTime() - KNOWN_MS)})`;
    return tx.run`delete from session where expires_at < ${now}`;
  });
}
