import { randomInt, timingSafeEqual } from 'node:crypto';
import type { Database } from '#kit/server/database.ts';
import type { CarriedKind, MessagePurpose } from '../../model/message.ts';
import type { PlatformQueries } from '../attempts.ts';

const LIFE_MS = 10 * 60_000;
/** A second code for the same purpose and address only after so long. */
const PAUSE_MS = 60_000;
const TRIES = 5;

/** Where a code goes: a mobile number, or a mail address as it is compared. */
export interface Address {
  kind: CarriedKind;
  value: string;
}

/** right: it may be spent. wrong: there is one, and this is not it. gone: none is open any more. */
export type Verdict = 'right' | 'wrong' | 'gone';

/** Six-digit codes, each bound to one purpose and one address. */
export interface Codes {
  /** Opens a code in place of an older one. @returns null while the last one is still fresh */
  open(purpose: MessagePurpose, address: Address): Promise<string | null>;
  /** Counts a try before it compares: no burst of guesses gets more than five. */
  check(purpose: MessagePurpose, address: Address, code: string): Promise<Verdict>;
  /** Uses a right code up with the transaction. @returns false when somebody was faster */
  spend(tx: PlatformQueries, purpose: MessagePurpose, address: Address): Promise<boolean>;
  /** Keyed digest, by which things are found that are stored nowhere. */
  digest(text: string): string;
  /** The same, by the key of today and those before. */
  digests(text: string): string[];
}

/** @param digest keyed: whoever reads the table cannot try out a million codes */
export function createCodes(db: Database, { digest, digests }: Pick<Codes, 'digest' | 'digests'>): Codes {
  const subjectOf = (purpose: MessagePurpose, { kind, value }: Address): string =>
    digest(`code ${purpose} ${kind} ${value}`);
  return {
    digest,
    digests,
    open: (purpose, address) => {
      const subject = subjectOf(purpose, address);
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      return db.platform(async (tx) => {
        await tx.run`delete from verification_code where expires_at < ${tx.now}`;
        const opened = await tx.run`
          insert into verification_code as c (subject, code_digest, create_time, expires_at)
          values (${subject}, ${digest(`${subject} ${code}`)}, ${tx.now},
            ${new Date(tx.now.getTime() + LIFE_MS)})
          on conflict (subject) do update set code_digest = excluded.code_digest, tries = 0,
            create_time = excluded.create_time, expires_at = excluded.expires_at
          where c.create_time <= ${new Date(tx.now.getTime() - PAUSE_MS)}::timestamptz`;
        return opened > 0 ? code : null;
      });
    },
    async check(purpose, address, code) {
      const subject = subjectOf(purpose, address);
      const open = await db.platform(
        (tx) => tx.maybe<{ codeDigest: string }>`
          update verification_code set tries = tries + 1
          where subject = ${subject} and tries < ${TRIES} and expires_at > ${tx.now}::timestamptz
          returning code_digest`,
      );
      if (!open) return 'gone';
      const isRight = timingSafeEqual(Buffer.from(open.codeDigest), Buffer.from(digest(`${subject} ${code}`)));
      return isRight ? 'right' : 'wrong';
    },
    async spend(tx, purpose, address) {
      const spent = await tx.run`
        delete from verification_code where subject = ${subjectOf(purpose, address)}`;
      return spent > 0;
    },
  };
}
