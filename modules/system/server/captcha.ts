import type { Database } from '#kit/server/database.ts';
import { networkOf } from '#platform/outbound/network-of.ts';
import { limitCalls, type PlatformQueries } from './attempts.ts';
import { captchaImage, randomSigns } from './captcha-image.ts';

const LIFE_MS = 60_000;
const PER_MINUTE = 60;

export const isCaptchaKey = (key: string): boolean => /^[A-Za-z0-9_-]{1,64}$/.test(key);

/**
 * Opens a captcha under the key the client chose; asking again replaces it. What has expired is
 * cleared on the way, and an address may ask 60 times a minute, so the store stays small.
 * @returns the picture as a data URI
 */
export async function openCaptcha(db: Database, key: string, ip: string): Promise<string> {
  await limitCalls(db, { kind: 'captcha', subject: networkOf(ip) }, PER_MINUTE);
  const code = randomSigns();
  await db.platform(async (tx) => {
    await tx.run`delete from captcha where expires_at < ${tx.now}`;
    await tx.run`
      insert into captcha (key, code, expires_at)
      values (${key}, ${code}, ${new Date(tx.now.getTime() + LIFE_MS)})
      on conflict (key) do update set code = excluded.code, expires_at = excluded.expires_at`;
  });
  return captchaImage(code);
}

/** Uses a captcha up, whatever was answered; case does not matter. */
export async function useCaptcha(tx: PlatformQueries, now: Date, key: string, answer: string): Promise<boolean> {
  const row = await tx.maybe<{ code: string; expiresAt: Date }>`
    delete from captcha where key = ${key} returning code, expires_at`;
  return row !== undefined && row.expiresAt > now && row.code === answer.trim().toUpperCase();
}
