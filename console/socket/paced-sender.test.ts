import { expect, test } from 'vitest';
import { MovedClock } from './moved-clock.ts';
import { createPacedSender } from './paced-sender.ts';

test('a few at once, the others slower than the server would mind, all in order', () => {
  const clock = new MovedClock();
  const paced = createPacedSender(clock);
  const said: number[] = [];
  for (let n = 0; n < 100; n++) paced.say(String(n), () => said.push(n));
  expect(said).toHaveLength(20);
  clock.pass(1000);
  expect(said).toHaveLength(30);
  clock.pass(60_000);
  expect(said).toEqual(Array.from({ length: 100 }, (_, n) => n));
  // Rested, it says a few at once again.
  for (let n = 0; n < 30; n++) paced.say(`again ${n}`, () => said.push(n));
  expect(said).toHaveLength(120);
});

test('what is still waiting is replaced by what came later; stopped, nothing is said', () => {
  const clock = new MovedClock();
  const paced = createPacedSender(clock);
  const said: string[] = [];
  for (let n = 0; n < 20; n++) paced.say(String(n), () => said.push('x'));
  paced.say('hand', () => said.push('old'));
  paced.say('hand', () => said.push('new'));
  clock.pass(1000);
  expect(said.slice(20)).toEqual(['new']);
  for (let n = 0; n < 1000; n++) paced.say(`row ${n}`, () => said.push('y'));
  paced.stop();
  const before = said.length;
  clock.pass(600_000);
  expect(said).toHaveLength(before);
});
