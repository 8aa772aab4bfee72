import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '#kit/model/refusal.ts';
import { Arriving, createRoom, type Holder } from './body-room.ts';
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

const BODY_LIMITS: { strangers: BodyLimits; people: BodyLimits } = {
  strangers: { bytes: 64 * 1024, ms: 10_000, heldBytes: 16 * MB },
  people: { bytes: 10 * MB, ms: 60_000, heldBytes: 128 * MB },
};

/** Who sends: whether their session was found good, and in whose name their bytes are held. */
export interface Sender {
  isKnown: boolean;
  holders: readonly Holder[];
}

/**
 * Reads JSON bodies, and no others, within limits: strangers get little room and little time, people
 * with a session more; neither can use up what the other has, nor any one of them what all have.
 * Memory is taken for what has arrived, never for what was announced.
 */
export function readJsonBodies(
  app: FastifyInstance,
  senderOf: (request: FastifyRequest) => Sender,
  { limits = BODY_LIMITS } = {},
): void {
  // Held until they are whole: what strangers send never takes the room of people.
  const rooms = {
    strangers: createRoom(limits.strangers.heldBytes),
    people: createRoom(limits.people.heldBytes),
  };
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', (request, payload, done) => {
    const { isKnown, holders } = senderOf(request);
    const kind = isKnown ? 'people' : 'strangers';
    const arriving = new Arriving(rooms[kind], holders, limits[kind].bytes);
    readText(request, payload, limits[kind], arriving).then(
      (text) => {
        const fault = jsonFault(text);
        if (fault) done(badShape(fault));
        else void parse(request, text, done);
      },
      (error: Error) => done(error),
    );
  });
}

async function readText(
  request: FastifyRequest,
  payload: Readable,
  limits: BodyLimits,
  arriving: Arriving,
): Promise<string> {
  if (Number(request.headers['content-length'] ?? 0) > limits.bytes) throw tooLarge(limits);
  const take = (chunk: Buffer): void => {
    if (arriving.size + chunk.length > limits.bytes) throw tooLarge(limits);
    arriving.add(chunk);
  };
  try {
    await arrive(payload, take, limits.ms);
    return arriving.bytes().toString('utf8');
  } finally {
    arriving.release();
  }
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

function badShape(fault: ReturnType<typeof jsonFault>): Refusal {
  const message = fault === 'deep' ? MESSAGES.bodyTooDeep(MOST_DEPTH) : MESSAGES.bodyTooWide;
  return new Refusal('badRequest', message, { status: 400 });
}
