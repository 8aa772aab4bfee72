import { expect, test } from 'vitest';
import { covers } from '#tests/spec/covers.ts';
import { createDataSocket } from './data-socket.ts';
import { fakeDial, MovedClock } from './moved-clock.ts';
import { createNotificationSocket } from './notification-socket.ts';
import type { SocketState } from '#kit/web/live/socket-messages.ts';

function notification() {
  const { dial, calls } = fakeDial();
  const timers = new MovedClock();
  const states: SocketState[] = [];
  const messages: unknown[] = [];
  let over = 0;
  const socket = createNotificationSocket({
    dial,
    timers,
    onMessage: (message) => messages.push(message),
    onState: (state) => states.push(state),
    onSessionOver: () => (over += 1),
  });
  return { socket, calls, timers, states, messages, over: () => over };
}

test('notices: a beat every 20 seconds while open', () => {
  covers('§9 socket times');
  const { socket, calls, timers } = notification();
  socket.start();
  timers.pass(60_000);
  expect(calls).toHaveLength(1);
  expect(calls[0]?.sent).toEqual([]);
  calls[0]?.opened();
  timers.pass(19_999);
  expect(calls[0]?.sent).toEqual(['HearChanges']);
  timers.pass(20_001);
  expect(calls[0]?.sent).toEqual(['HearChanges', 'HeartBeat', 'HeartBeat']);
});

test('notices: a new try 20 seconds after the end, no more than one at a time', () => {
  covers('§9 socket times');
  const { socket, calls, timers } = notification();
  socket.start();
  calls[0]?.opened();
  calls[0]?.ended(1006);
  timers.pass(19_999);
  expect(calls).toHaveLength(1);
  timers.pass(1);
  expect(calls).toHaveLength(2);
  timers.pass(60_000);
  expect(calls).toHaveLength(2);
});

test('notices: locked after more than five errors, until somebody asks', () => {
  covers('§4 sockets');
  const { socket, calls, timers, states } = notification();
  socket.start();
  for (let n = 0; n < 6; n++) {
    calls[n]?.ended(1006);
    timers.pass(20_000);
  }
  expect(calls).toHaveLength(6);
  expect(states.at(-1)).toBe('locked');
  timers.pass(3_600_000);
  expect(calls).toHaveLength(6);
  socket.resume();
  expect(calls).toHaveLength(7);
  calls[6]?.opened();
  expect(states.at(-1)).toBe('open');
  socket.resume();
  expect(calls).toHaveLength(7);
});

test('notices: the end of the session ends the tries', () => {
  const { socket, calls, timers, over } = notification();
  socket.start();
  calls[0]?.opened();
  calls[0]?.ended(4401);
  timers.pass(3_600_000);
  socket.resume();
  expect([calls.length, over()]).toEqual([1, 1]);
});

test('notices: stopped, it hears and tries nothing any more', () => {
  const { socket, calls, timers, messages, states } = notification();
  socket.start();
  calls[0]?.opened();
  socket.stop();
  expect(calls[0]?.isClosed).toBe(true);
  calls[0]?.heard('{"cmd":"topic"}');
  calls[0]?.ended(1000);
  socket.resume();
  timers.pass(3_600_000);
  expect([calls.length, messages.length, states.at(-1)]).toEqual([1, 0, 'closed']);
});

test('K4 notices: only objects in JSON are heard, the rest is ignored', () => {
  covers('§8 socket messages');
  const { socket, calls, messages } = notification();
  socket.start();
  calls[0]?.opened();
  for (const text of ['alert(1)', '({cmd:"topic"})', '[]', 'null', '1', '', '{']) calls[0]?.heard(text);
  calls[0]?.heard('{"cmd":"topic","msgTxt":"\u2028","__proto__":{"isAdmin":true}}');
  expect(messages).toEqual([{ cmd: 'topic', msgTxt: '\u2028' }]);
  expect((messages[0] as { isAdmin?: boolean }).isAdmin).toBeUndefined();
});

function data() {
  const { dial, calls } = fakeDial();
  const timers = new MovedClock();
  const messages: unknown[] = [];
  const socket = createDataSocket({
    dial,
    timers,
    onMessage: (type, about) => messages.push([type, about]),
  });
  return { socket, calls, timers, messages };
}
const BEAT = '{"type":"heart_beat","data":""}';
const REPLY = '{"type":"heart_beat","data":true}';

test('data: a beat every 10 seconds as long as it is answered', () => {
  covers('§4 sockets');
  const { socket, calls, timers } = data();
  socket.start();
  calls[0]?.opened();
  for (let n = 1; n <= 3; n++) {
    timers.pass(10_000);
    expect(calls[0]?.sent).toEqual(Array.from({ length: n }, () => BEAT));
    timers.pass(5999);
    calls[0]?.heard(REPLY);
  }
  expect(calls).toHaveLength(1);
});

test('data: a line that brings rows is alive, though its reply waits behind them', () => {
  const { socket, calls, timers, messages } = data();
  socket.start();
  calls[0]?.opened();
  timers.pass(10_000);
  for (let n = 1; n <= 3; n++) {
    timers.pass(5000);
    calls[0]?.heard(`{"type":"update_vxe_table","data":${n}}`);
  }
  calls[0]?.heard(REPLY);
  expect(calls[0]?.sent).toEqual([BEAT, BEAT]);
  expect([calls.length, messages.length]).toEqual([1, 3]);
  timers.pass(10_000);
  timers.pass(6000);
  expect(calls[0]?.isClosed).toBe(true);
});

test('data: without an answer in 6 seconds it is given up and tried again 5 seconds later', () => {
  covers('§4 sockets', '§9 socket times');
  const { socket, calls, timers } = data();
  socket.start();
  calls[0]?.opened();
  timers.pass(16_000);
  expect(calls[0]?.isClosed).toBe(true);
  calls[0]?.ended(1000);
  timers.pass(4999);
  expect(calls).toHaveLength(1);
  timers.pass(1);
  expect(calls).toHaveLength(2);
  timers.pass(60_000);
  expect(calls).toHaveLength(2);
});

test('data: messages arrive by type; bad ones and those after the end do not', () => {
  covers('§8 socket messages', '§3 socket messages');
  const { socket, calls, messages } = data();
  socket.start();
  calls[0]?.opened();
  calls[0]?.heard('nonsense');
  calls[0]?.heard('{"type":"update_vxe_table","data":{"socketKey":"k","args":[{"id":"1"},"c"]}}');
  socket.stop();
  calls[0]?.heard('{"type":"common_send_date","data":{}}');
  expect(messages).toEqual([['update_vxe_table', { socketKey: 'k', args: [{ id: '1' }, 'c'] }]]);
});
