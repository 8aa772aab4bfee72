import type { Database, Tx } from '#kit/server/database.ts';
import { networkOf } from '#platform/outbound/network-of.ts';
import { sealedColumns } from '#kit/server/resealing.ts';
import type { Vault } from '#kit/server/vault.ts';
import { countAttempt, forgetAttempts, GUESSES, type Attempted, type PlatformQueries } from '../attempts.ts';
import type { Proof } from './proof.ts';
import { newRecoveryCodes, plainRecoveryCode } from './recovery-codes.ts';
import { newKey, stepOf } from './time-codes.ts';

/** A key that was shown is confirmed within this time, or shown again. */
const DRAFT_MS = 15 * 60_000;

/** How a try went. `lastTry`: wrong, and the next ones are not looked at for a while. */
export type Tried = 'right' | 'wrong' | 'lastTry' | 'locked';

interface FactorState {
  confirmTime: Date;
  lastUsed: Date | null;
  /** Recovery codes that are left. */
  recoveryLeft: number;
}

/** Second factors of people: keys sealed at rest, recovery codes as keyed digests. */
export interface SecondFactors {
  isOn(userId: string): Promise<boolean>;
  /** null: it is off. */
  state(userId: string): Promise<FactorState | null>;
  /** Makes a key that does not count yet. @returns null while another one counts */
  begin(userId: string): Promise<string | null>;
  /**
   * Turns the shown key on by a code of it. @returns the recovery codes; `gone`: no key was shown,
   * or too long ago
   */
  turnOn(tx: Tx, userId: string, code: string): Promise<string[] | 'wrong' | 'gone'>;
  turnOff(tx: Tx, userId: string): Promise<boolean>;
  /** Puts ten new recovery codes in place of the old ones; null: it is off by now. */
  renewRecoveryCodes(tx: Tx, userId: string): Promise<string[] | null>;
  /**
   * Looks at a code and uses it up. Every try is counted before it is judged, per person and, when
   * wrong, per address, as failures of the sign-in are.
   */
  attempt(tx: PlatformQueries, now: Date, about: { userId: string; proof: Proof; ip: string }): Promise<Tried>;
}

/** Failures are counted apart from those on the password: a right password does not clear them. */
const codeAttempts = (userId: string): Attempted => ({
  kind: 'account',
  subject: `second ${userId}`,
});

export function createSecondFactors(db: Database, vault: Vault): SecondFactors {
  const seal = (userId: string, key: string): string => vault.seal(`${userId} ${key}`);
  const digests = (userId: string, code: string): string[] =>
    vault.digests(`recovery ${userId} ${plainRecoveryCode(code)}`);
  const writeCodes = async (tx: PlatformQueries, userId: string): Promise<string[]> => {
    const codes = newRecoveryCodes();
    await tx.run`delete from recovery_code where user_id = ${userId}`;
    await tx.run`
      insert into recovery_code (user_id, code_digest)
      select ${userId}::uuid, d from unnest(${codes.map((code) => digests(userId, code)[0])}::text[]) d`;
    return codes;
  };
  return {
    isOn: async (userId) => (await db.platform((tx) => stateOf(tx, userId))) !== null,
    state: (userId) => db.platform((tx) => stateOf(tx, userId)),
    async begin(userId) {
      const key = newKey();
      const begun = await db.platform(
        (tx) => tx.run`
          insert into second_factor as f (user_id, key_sealed, create_time)
          values (${userId}, ${seal(userId, key)}, ${tx.now})
          on conflict (user_id) do update set key_sealed = excluded.key_sealed,
            create_time = excluded.create_time where f.confirm_time is null`,
      );
      return begun > 0 ? key : null;
    },
    async turnOn(tx, userId, code) {
      const draft = await tx.platform.maybe<{ keySealed: string }>`
        select key_sealed from second_factor where user_id = ${userId} and confirm_time is null
          and create_time > ${new Date(tx.now.getTime() - DRAFT_MS)}::timestamptz for update`;
      if (!draft) return 'gone';
      const step = stepOf(openKey(vault, userId, draft.keySealed), code, tx.now);
      if (step === null) return 'wrong';
      await tx.platform.run`
        update second_factor set confirm_time = ${tx.now}, last_step = ${step}
        where user_id = ${userId}`;
      return writeCodes(tx.platform, userId);
    },
    async turnOff(tx, userId) {
      await tx.platform.run`delete from pending_sign_in where user_id = ${userId}`;
      await forgetAttempts(tx.platform, codeAttempts(userId));
      return (
        (await tx.platform.run`
          delete from second_factor where user_id = ${userId} and confirm_time is not null`) > 0
      );
    },
    async renewRecoveryCodes(tx, userId) {
      const row = await tx.platform.maybe<{ userId: string }>`
        select user_id from second_factor
        where user_id = ${userId} and confirm_time is not null for update`;
      return row ? writeCodes(tx.platform, userId) : null;
    },
    async attempt(tx, now, { userId, proof, ip }) {
      const hits = await countAttempt(tx, now, codeAttempts(userId));
      if (hits > GUESSES) return 'locked';
      const isRight =
        proof.kind === 'code'
          ? await spendCode(tx, vault, { userId, code: proof.code, now })
          : await spendRecoveryCode(tx, userId, digests(userId, proof.code));
      if (isRight) await forgetAttempts(tx, codeAttempts(userId));
      else await countAttempt(tx, now, { kind: 'address', subject: networkOf(ip) });
      if (isRight) return 'right';
      return hits === GUESSES ? 'lastTry' : 'wrong';
    },
  };
}

/** @throws when a row was given the key of somebody else */
function openKey(vault: Vault, userId: string, sealed: string): string {
  const [owner, key] = vault.open(sealed).split(' ');
  if (owner !== userId || !key) throw new Error(`the key of ${userId} is not his`);
  return key;
}

const stateOf = async (tx: PlatformQueries, userId: string): Promise<FactorState | null> =>
  (await tx.maybe<FactorState>`
    select confirm_time, last_used,
      (select count(*)::integer from recovery_code r where r.user_id = f.user_id) as recovery_left
    from second_factor f where user_id = ${userId} and confirm_time is not null`) ?? null;

/** The later of two that show the same code at once finds its step taken. */
async function spendCode(
  tx: PlatformQueries,
  vault: Vault,
  { userId, code, now }: { userId: string; code: string; now: Date },
): Promise<boolean> {
  const row = await tx.maybe<{ keySealed: string }>`
    select key_sealed from second_factor where user_id = ${userId} and confirm_time is not null`;
  if (!row) return false;
  const step = stepOf(openKey(vault, userId, row.keySealed), code, now);
  if (step === null) return false;
  const spent = await tx.run`
    update second_factor set last_step = ${step}, last_used = ${now}
    where user_id = ${userId} and confirm_time is not null and last_step < ${step}`;
  return spent > 0;
}

const spendRecoveryCode = async (tx: PlatformQueries, userId: string, digests: readonly string[]): Promise<boolean> =>
  (await tx.run`
    delete from recovery_code where user_id = ${userId} and code_digest = any(${digests}::text[])`) > 0;

/** For a change of the secret key. Recovery codes stand nowhere in clear: their old digests stay. */
export const sealedSecondFactors = sealedColumns('second_factor', ['key_sealed'], {
  isPlatform: true,
  key: 'user_id',
});
