import type { FastifyReply, FastifyRequest } from 'fastify';
import { FILE_NOTE } from '#kit/model/route.ts';
import { isKnown } from './known-answer.ts';
import type { FileAnswer } from './route.ts';

const PAGE_POLICY =
  "default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'; base-uri 'none'; " +
  "form-action 'none'; frame-ancestors 'self'";

/** Sends a file: its type is not guessed at, and what somebody uploaded can do nothing. */
export function answerFile(request: FastifyRequest, reply: FastifyReply, sent: FileAnswer): FastifyReply {
  const disposition = sent.inline ? 'inline' : 'attachment';
  const stored = sent.cacheSeconds > 0 ? `max-age=${sent.cacheSeconds}` : 'no-store';
  void reply
    .header('content-type', sent.mime)
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', `private, ${sent.etag ? 'no-cache' : stored}`)
    .header('content-disposition', `${disposition}; filename*=UTF-8''${encodeURIComponent(sent.name)}`);
  if (sent.isForeign) void reply.header('content-security-policy', "sandbox; default-src 'none'; style-src 'none'");
  if (sent.isPage) void reply.header('content-security-policy', PAGE_POLICY);
  if (sent.note) void reply.header(FILE_NOTE, encodeURIComponent(sent.note));
  if (sent.etag) void reply.header('etag', sent.etag);
  return sent.etag && isKnown(request, sent.etag) ? reply.code(304).send() : reply.send(sent.body);
}
