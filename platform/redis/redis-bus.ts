import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { Subscribers, type Bus, type RedisReport } from './bus.ts';

export interface RedisBusOptions {
  url: string;
  /** Nodes that share it hear each other; other installations on the same server do not. */
  prefix: string;
  log: (level: 'info' | 'warn' | 'error', about: object, message: string) => void;
}

/** What one node sends to the others. */
interface Letter {
  from: string;
  topic: string;
  message: unknown;
}

const RECONNECT_MS = 2000;

/**
 * The bus of several nodes, over Redis. While Redis is away the node talks to itself alone and keeps
 * trying; nothing is stored up for later, and nobody waits.
 */
export function createRedisBus({ url, prefix, log }: RedisBusOptions): Bus {
  const node = randomUUID();
  const channel = `${prefix}:bus`;
  const subscribers = new Subscribers();
  const tell = (topic: string, message: unknown): void =>
    subscribers.tell(topic, message, (error) => log('error', { topic, err: error }, 'a subscriber of the bus failed'));
  const options = {
    retryStrategy: (tries: number) => Math.min(tries * 200, RECONNECT_MS),
    maxRetriesPerRequest: null,
    enableOfflineQueue: false,
    autoResubscribe: false,
    connectTimeout: 5000,
  };
  const sender = new Redis(url, options);
  const hearer = new Redis(url, options);
  sender.on('error', () => undefined); // the other connection says what both meet
  followState(hearer, log);
  hearer.on('ready', () => {
    hearer.subscribe(channel).catch((error: unknown) => {
      log('warn', { err: error }, 'the bus could not be joined');
    });
  });
  hearer.on('message', (_channel, text) => {
    const letter = readLetter(text);
    if (letter && letter.from !== node) tell(letter.topic, letter.message);
  });
  return {
    publish(topic, message) {
      tell(topic, message);
      if (sender.status !== 'ready') return;
      const letter: Letter = { from: node, topic, message };
      sender.publish(channel, JSON.stringify(letter)).catch(() => undefined);
    },
    subscribe: (topic, hear) => subscribers.add(topic, hear),
    probe: () => reportOf(sender),
    async close() {
      sender.disconnect();
      hearer.disconnect();
    },
  };
}

/** For somebody who looks at a page: one that hangs is away. */
const PROBE_PATIENCE_MS = 2000;

async function reportOf(redis: Redis): Promise<RedisReport | null> {
  if (redis.status !== 'ready') return null;
  const began = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((end) => (timer = setTimeout(end, PROBE_PATIENCE_MS, null)));
  const asked = Promise.all([redis.info(), redis.dbsize()]).then(
    ([text, keys]) => ({ info: infoLines(text), keys, ms: performance.now() - began }),
    () => null,
  );
  return Promise.race([asked, late]).finally(() => clearTimeout(timer));
}

const infoLines = (text: string): Record<string, string> =>
  Object.fromEntries(
    text.split(/\r?\n/).flatMap((line) => {
      const at = line.indexOf(':');
      return at > 0 && !line.startsWith('#') ? [[line.slice(0, at), line.slice(at + 1)]] : [];
    }),
  );

/** One line when Redis goes, one when it is back: not one for every attempt. */
function followState(redis: Redis, log: RedisBusOptions['log']): void {
  let isAway = false;
  redis.on('error', (error: Error) => {
    if (isAway) return;
    isAway = true;
    log('warn', { reason: error.message }, 'Redis is away: this node hears no other');
  });
  redis.on('ready', () => {
    if (isAway) log('info', {}, 'Redis is back');
    isAway = false;
  });
}

function readLetter(text: string): Letter | null {
  try {
    const letter = JSON.parse(text) as Partial<Letter> | null;
    if (typeof letter?.from !== 'string' || typeof letter.topic !== 'string') return null;
    return letter as Letter;
  } catch {
    return null;
  }
}
