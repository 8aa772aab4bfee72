import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '#kit/server/database.ts';
import type { PlatformQueries } from '../attempts.ts';
import type { OidcChecks, ThirdPerson } from './oidc.ts';

/** How long a person may take at the other system, and then to prove which account is theirs. */
const PATIENCE_MS = 10 * 60_000;
const TICKET_MS = 60_000;

export type ThirdType = 'oidc' | 'cas';

/** A sign-in that has left for another system, and comes back only to the same browser. */
export interface Begun extends OidcChecks {
  /** Page of ours that goes on. */
  page: string;
  /** Where the person wanted to go. */
  redirect: string;
}

/**
 * Sign-ins at other systems that are under way. Every step is taken once and by the browser that
 * began: it holds a cookie, the address brings a state or a ticket, and both must fit.
 */
export interface ThirdLogins {
  /** @returns the secret of the browser's cookie, and what goes along */
  begin(type: ThirdType, requested: Pick<Begun, 'page' | 'redirect'>): Promise<{ browser: string; checks: OidcChecks }>;
  /** Takes what fits the state that came back, or the page where the other system has no state. */
  takeBegun(type: ThirdType, browser: string, fits: { state: string } | { page: string }): Promise<Begun | null>;
  /** @returns a ticket of 60 s for the person who came back */
  giveTicket(type: ThirdType, browser: string, begun: Begun, person: ThirdPerson): Promise<string>;
  takeTicket(type: ThirdType, browser: string, ticket: string): Promise<Returned | null>;
  /** @returns a ticket of ten minutes with which the person may prove which account is theirs */
  askToBind(type: ThirdType, browser: string, returned: Returned): Promise<string>;
  findBinding(browser: string, ticket: string): Promise<Binding | null>;
  /** Ends a binding, with the transaction. @returns null when somebody was faster */
  takeBinding(tx: PlatformQueries, now: Date, about: BindingTicket): Promise<Binding | null>;
}

export interface Returned extends ThirdPerson {
  redirect: string;
}

export interface Binding extends ThirdPerson {
  type: ThirdType;
}

export interface BindingTicket {
  browser: string;
  ticket: string;
}

interface BindingRow {
  thirdType: ThirdType;
  thirdUserUuid: string;
  verifiedEmail: string | null;
}

const toBinding = (row: BindingRow | undefined): Binding | null =>
  row ? { type: row.thirdType, uuid: row.thirdUserUuid, verifiedEmail: row.verifiedEmail } : null;

const secret = (): string => randomBytes(32).toString('base64url');
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

export function createThirdLogins(db: Database): ThirdLogins {
  return {
    async begin(type, { page, redirect }) {
      const browser = secret();
      const checks = { state: secret(), nonce: secret(), codeVerifier: secret() };
      await db.platform(async (tx) => {
        await tx.run`delete from third_login where expires_at < ${tx.now}`;
        await tx.run`
          insert into third_login (browser_digest, third_type, stage, secret_digest, nonce,
            code_verifier, page, redirect, expires_at)
          values (${digest(browser)}, ${type}, 'begun', ${digest(checks.state)}, ${checks.nonce},
            ${checks.codeVerifier}, ${page}, ${redirect},
            ${new Date(tx.now.getTime() + PATIENCE_MS)})`;
      });
      return { browser, checks };
    },
    async takeBegun(type, browser, fits) {
      const [state, requested] = 'state' in fits ? [fits.state, null] : [null, fits.page];
      const row = await db.platform(
        (tx) => tx.maybe<{ nonce: string; codeVerifier: string; page: string; redirect: string }>`
          delete from third_login
          where browser_digest = ${digest(browser)} and third_type = ${type} and stage = 'begun'
            and (secret_digest = ${state === null ? null : digest(state)}::bytea
              or page = ${requested}::text)
            and expires_at > ${tx.now}::timestamptz
          returning nonce, code_verifier, page, redirect`,
      );
      if (!row) return null;
      const { nonce, codeVerifier, page, redirect } = row;
      return { state: state ?? '', nonce, codeVerifier, page, redirect };
    },
    giveTicket: (type, browser, { page, redirect }, { uuid, verifiedEmail }) =>
      leave(db, {
        stage: 'returned',
        lifeMs: TICKET_MS,
        type,
        browser,
        page,
        redirect,
        uuid,
        verifiedEmail,
      }),
    async takeTicket(type, browser, ticket) {
      const row = await db.platform(
        (tx) => tx.maybe<{
          thirdUserUuid: string;
          verifiedEmail: string | null;
          redirect: string;
        }>`
          delete from third_login
          where browser_digest = ${digest(browser)} and third_type = ${type}
            and stage = 'returned' and secret_digest = ${digest(ticket)}
            and expires_at > ${tx.now}::timestamptz
          returning third_user_uuid, verified_email, redirect`,
      );
      if (!row) return null;
      const { thirdUserUuid: uuid, verifiedEmail, redirect } = row;
      return { uuid, verifiedEmail, redirect };
    },
    askToBind: (type, browser, { uuid, verifiedEmail, redirect }) =>
      leave(db, {
        stage: 'binding',
        lifeMs: PATIENCE_MS,
        type,
        browser,
        page: '',
        redirect,
        uuid,
        verifiedEmail,
      }),
    findBinding: (browser, ticket) =>
      db.platform(async (tx) =>
        toBinding(
          await tx.maybe<BindingRow>`
            select third_type, third_user_uuid, verified_email from third_login
            where browser_digest = ${digest(browser)} and stage = 'binding'
              and secret_digest = ${digest(ticket)} and expires_at > ${tx.now}::timestamptz`,
        ),
      ),
    takeBinding: async (tx, now, { browser, ticket }) =>
      toBinding(
        await tx.maybe<BindingRow>`
          delete from third_login
          where browser_digest = ${digest(browser)} and stage = 'binding'
            and secret_digest = ${digest(ticket)} and expires_at > ${now}::timestamptz
          returning third_type, third_user_uuid, verified_email`,
      ),
  };
}

interface Left extends ThirdPerson {
  stage: 'returned' | 'binding';
  lifeMs: number;
  type: ThirdType;
  browser: string;
  page: string;
  redirect: string;
}

/** Leaves the next step in place of the one that was taken. @returns its ticket */
async function leave(db: Database, left: Left): Promise<string> {
  const ticket = secret();
  await db.platform(
    (tx) => tx.run`
      insert into third_login (browser_digest, third_type, stage, secret_digest, page, redirect,
        third_user_uuid, verified_email, expires_at)
      values (${digest(left.browser)}, ${left.type}, ${left.stage}, ${digest(ticket)},
        ${left.page}, ${left.redirect}, ${left.uuid}, ${left.verifiedEmail},
        ${new Date(tx.now.getTime() + left.lifeMs)})`,
  );
  return ticket;
}
