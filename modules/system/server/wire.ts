import type { Cookie } from '#kit/server/cookies.ts';
import { bare, type BareAnswer } from '#kit/server/route.ts';

/** Names and shapes of the wire that differ from ours; *sic* marks the odd ones of the base. */

/** A refusal with a code of its own, which a thrown refusal cannot carry: 412 for captchas. */
export const refusedAs = (
  code: number,
  message: string,
  result: unknown = null,
  cookies: readonly Cookie[] = [],
): BareAnswer => bare({ success: false, code, message, result, timestamp: Date.now() }, cookies);

/** A body's list: joined by commas, or an array; blanks dropped. undefined when not given. */
export function csv(value: unknown): string[] | undefined {
  if (value === undefined) return undefined;
  const parts = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [];
  return [...new Set(parts.map(String).map((part) => part.trim()))].filter((part) => part !== '');
}
