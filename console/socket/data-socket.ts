import { DATA_SOCKET_HEARTBEAT_MS, DATA_SOCKET_RECONNECT_MS, DATA_SOCKET_REPLY_MS } from '#kit/model/limits.ts';
import type { Timers } from '#ui/timers.ts';
import { readFrame, type Dial, type Line } from './line.ts';

/** The socket of one page, over which its browsers tell each other of rows. */
export interface DataSocket {
  start(): void;
  stop(): void;
  /** Sends when the socket is open; otherwise nothing happens. */
  send(type: string, data: unknown): void;
}

interface DataSocketOptions {
  dial: Dial;
  timers: Timers;
  onMessage: (type: string, data: unknown) => void;
}

/** The session is over, or its rights: another try would end alike. */
const FINAL_CODES = [4401, 4403];

/**
 * A beat every 10 s, given up when nothing is heard for 6 s after it; a new try, one at a time,
 * after 5 s. Whatever comes in answers a beat: behind a thousand rows its own reply comes late,
 * and a line given up for that would lose the rest of them.
 */
export function createDataSocket({ dial, timers, onMessage }: DataSocketOptions): DataSocket {
  let line: Line | null = null;
  let isOpen = false;
  let isOn = false;
  let isRequested = false;
  let cancelBeat = (): void => undefined;
  let cancelReply = (): void => undefined;
  let cancelTry = (): void => undefined;

  const quiet = (): void => {
    cancelBeat();
    cancelReply();
    cancelTry();
  };
  const lost = (): void => {
    const old = line;
    line = null;
    isOpen = false;
    quiet();
    old?.close();
    cancelTry = timers.after(DATA_SOCKET_RECONNECT_MS, connect);
  };
  const say = (type: string, data: unknown): void => line?.send(JSON.stringify({ type, data }));
  const waitToBeat = (): void => {
    isRequested = false;
    cancelBeat = timers.after(DATA_SOCKET_HEARTBEAT_MS, () => {
      isRequested = true;
      say('heart_beat', '');
      cancelReply = timers.after(DATA_SOCKET_REPLY_MS, lost);
    });
  };
  const heard = (text: string): void => {
    const frame = readFrame(text);
    if (typeof frame?.['type'] !== 'string') return;
    if (isRequested) {
      cancelReply();
      waitToBeat();
    }
    if (frame['type'] !== 'heart_beat') onMessage(frame['type'], frame['data']);
  };
  const connect = (): void => {
    const mine: Line = dial({
      opened() {
        if (line !== mine) return;
        isOpen = true;
        waitToBeat();
      },
      heard: (text) => {
        if (line === mine) heard(text);
      },
      ended(code) {
        if (line !== mine) return;
        lost();
        if (FINAL_CODES.includes(code)) stop();
      },
    });
    line = mine;
  };
  const stop = (): void => {
    isOn = false;
    quiet();
    const old = line;
    line = null;
    isOpen = false;
    old?.close();
  };
  return {
    start() {
      if (isOn) return;
      isOn = true;
      connect();
    },
    stop,
    send(type, data) {
      if (isOpen) say(type, data);
    },
  };
}
