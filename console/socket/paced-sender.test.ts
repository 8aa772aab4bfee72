import { expect, test } from 'vitest';
import { MovedClock } from './moved-clock.ts';
import { createPacedSender } from './paced-sender.ts';

test('a few at once, the others slower than the server would mind, all in order', () => {
  const clock = new MovedClock();
  const paced = createPacedSender(clock);
  const answers: number[] = [];
  for (let n = 0; n < 100; n++) paced.say(String(n), () => answers.push(n));
  expect(answers).toHaveLength(20);
  clock.pass(1000);
  expect(answers).toHaveLength(30);
  clock.pass(60_000);
  expect(answers).toEqual(Array.from({ length: 100 }, (_, n) => n));
  // Rested, it says a few at once again.
  for (let n = 0; n < 30; n++) paced.say(`again ${n}`, () => answers.push(n));
  expect(answers).toHaveLength(120);
});

test('what is still waiting is replaced by what came later; stopped, nothing is said', () => {
  const clock = new MovedClock();
  const paced = createPacedSender(clock);
  const messages: string[] = [];
  for (let n = 0; n < 20; n++) paced.say(String(n), () => messages.push('x'));
  paced.say('hand', () => messages.push('old'));
  paced.say('hand', () => messages.push('new'));
  clock.pass(1000);
  expect(messages.slice(20)).toEqual(['new']);
  for (let n = 0; n < 1000; n++) paced.say(`row ${n}`, () => messages.push('y'));
  paced.stop();
  const before = messages.length;
  clock.pass(600_000);
  expect(messages).toHaveLength(before);
});
