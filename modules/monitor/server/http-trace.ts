import type { Server } from 'node:net';
import type { AnsweredRequest } from '#kit/server/http-options.ts';
import type { Figures } from '../model/figures.ts';
import { shownAddress } from './redact.ts';

export interface Trace {
  at: Date;
  ms: number;
  method: string;
  uri: string;
  status: number;
  ip: string;
}

/** Requests since the start, by the class of their status. */
export interface Totals {
  byClass: Readonly<Record<string, number>>;
  seconds: number;
  slowestMs: number;
  /** Turned away because somebody, or everybody, asked too much. */
  rejected: number;
}

/** Connections to the port of this node. */
export interface Connections {
  open: number;
  most: number;
  opened: number;
  closed: number;
}

type HttpFigures = Figures<'httpOpen' | 'requests' | 'refused' | 'faults' | 'answerMs' | 'answerP95'>;

/** What this node has answered: the last requests, and counts of the last whole minute. */
export interface HttpTrace {
  note(answered: AnsweredRequest): void;
  /** Counts whoever connects from now on. */
  follow(server: Server): void;
  connections(): Connections;
  /** The latest first. */
  latest(): readonly Trace[];
  totals(): Totals;
  figures(): HttpFigures;
  /** A minute is over. */
  mark(): void;
}

const MOST_TRACES = 200;
/** Of a busy minute so many are measured for the 95th of a hundred. */
const MOST_MEASURED = 2000;
/** A page of 监控 that looks every few seconds would show itself and nothing else. */
const ITSELF = /\/(?:monitor|actuator)(?:\/|\?|$)/;

interface Minute {
  requests: number;
  refused: number;
  faults: number;
  ms: number[];
}

const none = (): Minute => ({ requests: 0, refused: 0, faults: 0, ms: [] });

/** A ring in memory: nothing of a request is written anywhere. */
export function createHttpTrace(): HttpTrace {
  const ring: Trace[] = [];
  let next = 0;
  let minute = none();
  let last: HttpFigures | null = null;
  const byClass: Record<string, number> = { '2xx': 0, '3xx': 0, '4xx': 0, '5xx': 0 };
  let [seconds, slowestMs, rejected] = [0, 0, 0];
  const connections: Connections = { open: 0, most: 0, opened: 0, closed: 0 };
  return {
    note(answered) {
      const { at, ms, method, status, ip, url } = answered;
      const kind = `${Math.floor(status / 100)}xx`;
      byClass[kind] = (byClass[kind] ?? 0) + 1;
      seconds += ms / 1000;
      slowestMs = Math.max(slowestMs, ms);
      if (status === 429 || status === 503) rejected++;
      minute.requests++;
      if (status >= 500) minute.faults++;
      else if (status >= 400) minute.refused++;
      if (minute.ms.length < MOST_MEASURED) minute.ms.push(ms);
      if (ITSELF.test(url)) return;
      ring[next] = { at, ms: Math.round(ms * 10) / 10, method, uri: shownAddress(answered), status, ip };
      next = (next + 1) % MOST_TRACES;
    },
    follow(server) {
      server.on('connection', (socket) => {
        connections.opened++;
        connections.open++;
        connections.most = Math.max(connections.most, connections.open);
        socket.once('close', () => {
          connections.closed++;
          connections.open--;
        });
      });
    },
    connections: () => ({ ...connections }),
    latest: () => [...ring.slice(next), ...ring.slice(0, next)].toReversed(),
    totals: () => ({ byClass: { ...byClass }, seconds, slowestMs, rejected }),
    figures: () => ({ ...(last ?? figuresOf(minute)), httpOpen: connections.open }),
    mark() {
      last = figuresOf(minute);
      minute = none();
    },
  };
}

function figuresOf({ requests, refused, faults, ms }: Minute): HttpFigures {
  const sorted = ms.toSorted((a, b) => a - b);
  const sum = sorted.reduce((all, one) => all + one, 0);
  return {
    requests,
    refused,
    faults,
    answerMs: sorted.length > 0 ? sum / sorted.length : null,
    answerP95: sorted[Math.ceil(sorted.length * 0.95) - 1] ?? null,
  };
}
