import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Whether who asks has the answer of this tag already. */
export function isKnown({ headers }: FastifyRequest, etag: string): boolean {
  const known = headers['if-none-match'];
  return known?.split(',').some((one) => one.trim().replace(/^W\//, '') === etag) ?? false;
}

/**
 * The tag of an answer: that of this person in this tenant. Whoever comes next at the same browser is
 * never shown what was answered to somebody else.
 * @param name whatever determines the answer
 */
export function tagOf({ caller }: FastifyRequest, name: string): string {
  const { userId = '', tenant = 0 } = caller ?? {};
  const digest = createHash('sha256').update(`${userId} ${tenant} ${name}`).digest('base64url');
  return `"${digest.slice(0, 27)}"`;
}

/**
 * It may be kept by this person's browser alone, which asks each time whether it still holds, and then
 * reads the clock of the server in the header: that in the answer is of the time it was made.
 */
export const tagAnswer = (reply: FastifyReply, etag: string): FastifyReply =>
  reply
    .header('etag', etag)
    .header('cache-control', 'private, no-cache')
    .header('server-time', String(reply.server.clock().getTime()))
    .header('vary', 'X-Access-Token, tenant-id');
