/**
 * Small JSON messages between the nodes of an installation. A message may be lost and is never
 * asked for again: whatever must arrive is a row first.
 */
export interface Bus {
  /** Reaches the subscribers of this node before it returns, those of other nodes some time later. */
  publish(topic: string, message: object): void;
  /** @returns how to stop hearing */
  subscribe(topic: string, hear: (message: unknown) => void): () => void;
  /** Asks the server between the nodes how it is; absent: there is none. */
  readonly probe?: RedisProbe;
  close(): Promise<void>;
}

/** What a Redis says of itself: the lines of its INFO, its keys, and how long it took to say so. */
export interface RedisReport {
  info: Readonly<Record<string, string>>;
  keys: number;
  ms: number;
}

/** @returns null while it does not answer */
export type RedisProbe = () => Promise<RedisReport | null>;

/** Subscribers of one node, by topic. One that throws keeps nobody else from hearing. */
export class Subscribers {
  private readonly byTopic = new Map<string, Set<(message: unknown) => void>>();

  /** @returns how to stop hearing */
  add(topic: string, hear: (message: unknown) => void): () => void {
    const known = this.byTopic.get(topic) ?? new Set();
    this.byTopic.set(topic, known.add(hear));
    return () => known.delete(hear);
  }

  tell(topic: string, message: unknown, onError: (error: unknown) => void): void {
    for (const hear of Array.from(this.byTopic.get(topic) ?? [])) {
      try {
        hear(message);
      } catch (error) {
        onError(error);
      }
    }
  }
}

/** The bus of an installation with one node: nothing leaves the process. */
export function createLocalBus(onError: (error: unknown) => void = () => undefined): Bus {
  const subscribers = new Subscribers();
  return {
    publish: (topic, message) => subscribers.tell(topic, message, onError),
    subscribe: (topic, hear) => subscribers.add(topic, hear),
    close: async () => undefined,
  };
}
