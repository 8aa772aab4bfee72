import { systemActor } from '#kit/server/actor.ts';
import { newId, type Database } from '#kit/server/database.ts';

interface LoginEntry {
  tenant: number;
  kind: 'login' | 'logout' | 'failure';
  userId: string | null;
  username: string;
  content: string;
  ip: string;
  userAgent: string;
  costMs?: number;
}

/** One line of text: a forged user name or user agent cannot fake a second row. */
const oneLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').slice(0, 300);

/** Writes who came, went or failed to come. */
export async function logLogin(db: Database, entry: LoginEntry): Promise<void> {
  await db.tx(
    systemActor(entry.tenant, 'login'),
    (tx) => tx.run`
      insert into login_log (tenant_id, id, kind, user_id, username, content, ip, user_agent,
        cost_ms, create_time)
      values (${tx.tenant}, ${newId()}, ${entry.kind}, ${entry.userId}, ${oneLine(entry.username)},
        ${entry.content}, ${entry.ip}, ${oneLine(entry.userAgent)}, ${entry.costMs ?? null}, ${tx.now})`,
  );
}

/** What was typed for an account that does not exist may have been a password. */
export const veiled = (typed: string): string => `${[...typed].slice(0, 2).join('')}***`;
