import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '#kit/model/refusal.ts';
import { jsonFault, MOST_DEPTH } from './json-shape.ts';
import { MESSAGES } from './messages.ts';

/** What bodies of one kind of caller may take of the server. */
export interface BodyLimits {
  /** Of one body. */
  bytes: number;
  /** Within which it has to have arrived. */
  ms: number;
  /** Of all bodies that are on their way at once. */
  heldBytes: number;
}

const MB = 1024 * 1024;

export const BODY_LIMITS: { strangers: BodyLimits; people: BodyLimits } = {
  strangers: { bytes: 64 * 1024, ms: 10_000, heldBytes: 16 * MB },
  people: { bytes: 10 * MB, ms: 60_000, heldBytes: 128 * MB },
};

const FIRST_BYTES = 4096;

/**
 * Reads JSON bodies, and no others, within limits: strangers get little room and little time, people
 * with a session more, and neither can use up what the other has. Memory is taken for what has
 * arrived, never for what was announced.
 * @param isKnown whether the caller's session has been found good
 */
export function readJsonBodies(
  app: FastifyInstance,
  isKnown: (request: FastifyRequest) => boolean,
  limits = BODY_LIMITS,
): void {
  const strangers = createReader(limits.strangers);
  const people = createReader(limits.people);
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', (request, payload, done) => {
    const read = isKnown(request) ? people : strangers;
    read(request, payload).then(
      (text) => {
        const fault = jsonFault(text);
        if (fault) done(badShape(fault));
        else void parse(request, text, done);
      },
      (error: Error) => done(error),
    );
  });
}

type Read = (request: FastifyRequest, payload: Readable) => Promise<string>;

function createReader(limits: BodyLimits): Read {
  let held = 0;
  return async (request, payload) => {
    if (Number(request.headers['content-length'] ?? 0) > limits.bytes) throw tooLarge(limits);
    let room = Buffer.allocUnsafeSlow(0);
    let length = 0;
    const grow = (needed: number): void => {
      const size = Math.min(limits.bytes, Math.max(FIRST_BYTES, needed, room.length * 2));
      if (held + size - room.length > limits.heldBytes) throw tooBusy();
      held += size - room.length;
      const wider = Buffer.allocUnsafeSlow(size);
      room.copy(wider, 0, 0, length);
      room = wider;
    };
    const take = (chunk: Buffer): void => {
      if (length + chunk.length > limits.bytes) throw tooLarge(limits);
      if (length + chunk.length > room.length) grow(length + chunk.length);
      // Copied: a body that comes byte by byte would cost a hundred times its length in pieces.
      length += chunk.copy(room, length);
    };
    try {
      await arrive(payload, take, limits.ms);
      return room.toString('utf8', 0, length);
    } finally {
      held -= room.length;
    }
  };
}

/** Hands on what arrives until the end; after a refusal the rest is let through and forgotten. */
function arrive(payload: Readable, take: (chunk: Buffer) => void, ms: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (error?: Error): void => {
      clearTimeout(timer);
      payload.off('data', hear).off('end', end).off('close', cut);
      payload.resume();
      if (error) reject(error);
      else resolve();
    };
    const hear = (chunk: Buffer): void => {
      try {
        take(chunk);
      } catch (error) {
        end(error as Error);
      }
    };
    const cut = (): void => end(new Refusal('badRequest', MESSAGES.badRequest, { status: 400 }));
    const timer = setTimeout(() => end(tooSlow()), ms);
    payload.on('data', hear).on('end', end).on('close', cut);
    payload.on('error', end); // stays: what comes after a refusal has nobody else to hear it
  });
}

const tooLarge = ({ bytes }: BodyLimits): Refusal =>
  new Refusal('tooLarge', MESSAGES.bodyTooLarge(bytes), { status: 413 });
const tooSlow = (): Refusal => new Refusal('tooSlow', MESSAGES.bodyTooSlow, { status: 408 });
const tooBusy = (): Refusal => new Refusal('tooBusy', MESSAGES.unavailable, { status: 503 });

function badShape(fault: ReturnType<typeof jsonFault>): Refusal {
  const message = fault === 'deep' ? MESSAGES.bodyTooDeep(MOST_DEPTH) : MESSAGES.bodyTooWide;
  return new Refusal('badRequest', message, { status: 400 });
}
