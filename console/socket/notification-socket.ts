import {
  NOTICE_SOCKET_HEARTBEAT_MS,
  NOTICE_SOCKET_MOST_ERRORS,
  NOTICE_SOCKET_RECONNECT_MS,
} from '#kit/model/limits.ts';
import { HEAR_CHANGES } from '#kit/model/socket-words.ts';
import type { Timers } from '#ui/timers.ts';
import type { SocketState } from '#kit/web/live/socket-messages.ts';
import { readFrame, type Dial, type Line } from './line.ts';

interface NotificationSocket {
  start(): void;
  /** For good: signed out, or the page goes. */
  stop(): void;
  /** The network is back, or somebody looks again: tries at once unless all is well. */
  resume(): void;
}

interface NotificationSocketOptions {
  dial: Dial;
  timers: Timers;
  onMessage: (message: Record<string, unknown>) => void;
  onState: (state: SocketState) => void;
  /** The server ended it because the session is over. */
  onSessionOver: () => void;
}

const SESSION_OVER = 4401;

/** The socket of notices: a beat every 20 s, a new try 20 s after it ended, six errors at most. */
export function createNotificationSocket(options: NotificationSocketOptions): NotificationSocket {
  const { timers, onState } = options;
  let line: Line | null = null;
  let errors = 0;
  let isOn = false;
  let state: SocketState = 'closed';
  let cancel = (): void => undefined;

  const enter = (next: SocketState): void => {
    if (state === next) return;
    state = next;
    onState(next);
  };
  const beat = (): void => {
    line?.send('HeartBeat');
    cancel = timers.after(NOTICE_SOCKET_HEARTBEAT_MS, beat);
  };
  const ended = (code: number): void => {
    line = null;
    cancel();
    if (code === SESSION_OVER) {
      isOn = false;
      enter('closed');
      return options.onSessionOver();
    }
    errors += 1;
    if (errors > NOTICE_SOCKET_MOST_ERRORS) return enter('locked');
    enter('closed');
    cancel = timers.after(NOTICE_SOCKET_RECONNECT_MS, connect);
  };
  const connect = (): void => {
    enter('connecting');
    const mine: Line = options.dial({
      opened() {
        if (line !== mine) return;
        errors = 0;
        mine.send(HEAR_CHANGES);
        enter('open');
        cancel = timers.after(NOTICE_SOCKET_HEARTBEAT_MS, beat);
      },
      heard(text) {
        const message = line === mine ? readFrame(text) : null;
        if (message) options.onMessage(message);
      },
      ended(code) {
        if (line === mine) ended(code);
      },
    });
    line = mine;
  };
  return {
    start() {
      if (isOn) return;
      isOn = true;
      errors = 0;
      connect();
    },
    stop() {
      isOn = false;
      cancel();
      const old = line;
      line = null;
      old?.close();
      enter('closed');
    },
    resume() {
      if (!isOn || line) return;
      cancel();
      errors = 0;
      connect();
    },
  };
}
