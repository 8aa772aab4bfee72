import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '#kit/server/database.ts';
import type { PlatformQueries } from '../attempts.ts';
import type { Binding } from '../third-login/third-login.ts';

export const PENDING_MS = 5 * 60_000;
const TRIES = 5;

/** What a browser has to show: the secret of its cookie, and the ticket it was answered. */
export interface PendingTicket {
  browser: string;
  ticket: string;
}

export interface PendingSignIn {
  userId: string;
  /** An account elsewhere that is to be linked once they are in. */
  binding: Binding | null;
}

interface PendingRow {
  userId: string;
  thirdType: Binding['type'] | null;
  thirdUserUuid: string | null;
  verifiedEmail: string | null;
}

const secret = (): string => randomBytes(32).toString('base64url');
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Notes that a person has passed the first step. The ticket alone is worth nothing: it serves the
 * browser that began, five minutes long, for five tries and for one session.
 */
export async function openPending(db: Database, userId: string): Promise<PendingTicket> {
  const opened = { browser: secret(), ticket: secret() };
  await db.platform(async (tx) => {
    await tx.run`delete from pending_sign_in where expires_at < ${tx.now}`;
    await tx.run`
      insert into pending_sign_in (ticket_digest, browser_digest, user_id, expires_at)
      values (${digest(opened.ticket)}, ${digest(opened.browser)}, ${userId},
        ${new Date(tx.now.getTime() + PENDING_MS)})`;
  });
  return opened;
}

/** Has an account elsewhere linked by the sign-in that is under way, once it is completed. */
export const storeBinding = (
  tx: PlatformQueries,
  ticket: string,
  { type, uuid, verifiedEmail }: Binding,
): Promise<number> =>
  tx.run`
    update pending_sign_in set third_type = ${type}, third_user_uuid = ${uuid},
      verified_email = ${verifiedEmail}
    where ticket_digest = ${digest(ticket)}`;

/** Takes one of the five tries. @returns null when there is none to take */
export async function tryPending(
  tx: PlatformQueries,
  now: Date,
  { browser, ticket }: PendingTicket,
): Promise<PendingSignIn | null> {
  const row = await tx.maybe<PendingRow>`
    update pending_sign_in set tries = tries + 1
    where ticket_digest = ${digest(ticket)} and browser_digest = ${digest(browser)}
      and expires_at > ${now}::timestamptz and tries < ${TRIES}
    returning user_id, third_type, third_user_uuid, verified_email`;
  if (!row) return null;
  const { thirdType: type, thirdUserUuid: uuid, verifiedEmail } = row;
  return { userId: row.userId, binding: type && uuid ? { type, uuid, verifiedEmail } : null };
}

/** A completed sign-in: its ticket ends with the transaction. */
export const endPending = (tx: PlatformQueries, { ticket }: PendingTicket): Promise<number> =>
  tx.run`delete from pending_sign_in where ticket_digest = ${digest(ticket)}`;
