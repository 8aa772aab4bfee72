/**
 * Regular expressions from a configuration, judged in a time that grows with the length of the
 * text and no faster. The engine of the browser backtracks: `^(a+)+$` or `^(a|a)*b$` against a few
 * dozen characters stands still for minutes, and no look at a pattern tells reliably which ones
 * do. Here all ways through the pattern are followed at once (Thompson's construction), so that
 * every character of a text is looked at once. Whatever needs a way back is refused:
 * back references, looking ahead or behind. Single characters and classes are the browser's own.
 */
const MOST_PATTERN = 500;
/** Steps a compiled pattern may have; counted repeats are written out. */
const MOST_STEPS = 1000;

type Place = '^' | '$' | 'b' | 'B';

type Part =
  | { kind: 'one'; accepts: (character: string) => boolean }
  | { kind: 'at'; place: Place }
  | { kind: 'all'; parts: Part[] }
  | { kind: 'any'; choices: Part[] }
  | { kind: 'repeat'; part: Part; min: number; max: number };

type Step =
  | { kind: 'one'; accepts: (character: string) => boolean }
  | { kind: 'at'; place: Place }
  | { kind: 'split'; to: [number, number] }
  | { kind: 'done' };

class Refused extends Error {}

/**
 * Compiles a regular expression (the text between the slashes, no flags).
 * @returns whether a text has a match anywhere in it, as `RegExp.test`; null when the pattern is
 *   malformed, longer than 500 characters, larger than 1000 steps or needs a way back
 */
export function linearPattern(pattern: string): ((text: string) => boolean) | null {
  const steps = compile(pattern);
  return steps && ((text) => hasMatch(steps, [...text]));
}

/**
 * What judging a pattern costs for each character: its steps, counted repeats written out.
 * @returns null where {@link linearPattern} refuses it
 */
export const patternSteps = (pattern: string): number | null => compile(pattern)?.length ?? null;

function compile(pattern: string): Step[] | null {
  if (pattern.length > MOST_PATTERN) return null;
  try {
    new RegExp(pattern);
    const program: Program = { steps: [], parts: 0 };
    write(parse(pattern), program);
    const { steps } = program;
    steps.push({ kind: 'done' });
    return steps;
  } catch (error) {
    if (error instanceof Refused || error instanceof SyntaxError) return null;
    throw error;
  }
}

function parse(pattern: string): Part {
  const reader = { text: pattern, at: 0 };
  const part = choiceOf(reader);
  if (reader.at < pattern.length) throw new Refused();
  return part;
}

interface Reader {
  text: string;
  at: number;
}

function choiceOf(reader: Reader): Part {
  const choices = [sequenceOf(reader)];
  while (reader.text[reader.at] === '|') {
    reader.at++;
    choices.push(sequenceOf(reader));
  }
  return choices.length === 1 ? (choices[0] as Part) : { kind: 'any', choices };
}

function sequenceOf(reader: Reader): Part {
  const parts: Part[] = [];
  while (reader.at < reader.text.length && !'|)'.includes(reader.text[reader.at] as string))
    parts.push(repeated(reader, atomOf(reader)));
  return { kind: 'all', parts };
}

const QUANTIFIER = /(?:[*+?]|\{(\d{1,6})(?:(,)(\d{0,6}))?\})\??/y;
const SHORT: Readonly<Record<string, readonly [number, number]>> = {
  '*': [0, Infinity],
  '+': [1, Infinity],
  '?': [0, 1],
};

function repeated(reader: Reader, part: Part): Part {
  QUANTIFIER.lastIndex = reader.at;
  const match = QUANTIFIER.exec(reader.text);
  if (!match) return part;
  reader.at = QUANTIFIER.lastIndex;
  const [whole, least, comma, most] = match;
  const short = SHORT[whole[0] as string];
  if (short) return { kind: 'repeat', part, min: short[0], max: short[1] };
  const min = Number(least);
  const max = comma === undefined ? min : most === '' ? Infinity : Number(most);
  return { kind: 'repeat', part, min, max };
}

function atomOf(reader: Reader): Part {
  const sign = String.fromCodePoint(reader.text.codePointAt(reader.at) as number);
  if (sign === '(') return groupOf(reader);
  if (sign === '[') return { kind: 'one', accepts: characterTest(take(reader, CLASS)) };
  if (sign === '\\') return escapeOf(reader);
  reader.at += sign.length;
  if (sign === '^' || sign === '$') return { kind: 'at', place: sign };
  if (sign === '.') return { kind: 'one', accepts: characterTest('.') };
  return { kind: 'one', accepts: (character) => character === sign };
}

const GROUP = /\((?:\?(?::|<(?![=!])[^>]*>))?/y;

function groupOf(reader: Reader): Part {
  const opening = take(reader, GROUP);
  if (opening === '(' && reader.text[reader.at] === '?') throw new Refused();
  const part = choiceOf(reader);
  if (reader.text[reader.at++] !== ')') throw new Refused();
  return part;
}

const CLASS = /\[(?:\\[\s\S]|[^\]\\])*\]/y;
const ESCAPE = /\\(?:x[\da-fA-F]{2}|u[\da-fA-F]{4}|u\{[\da-fA-F]+\}|[pP]\{[^}]*\}|c[A-Za-z]|[\s\S])/y;

function escapeOf(reader: Reader): Part {
  const escape = take(reader, ESCAPE);
  const sign = escape[1] as string;
  if (/[1-9k]/.test(sign)) throw new Refused();
  if (sign === 'b' || sign === 'B') return { kind: 'at', place: sign };
  return { kind: 'one', accepts: characterTest(escape) };
}

function take(reader: Reader, expression: RegExp): string {
  expression.lastIndex = reader.at;
  const match = expression.exec(reader.text);
  if (!match) throw new Refused();
  reader.at = expression.lastIndex;
  return match[0];
}

/** One character against a class or an escape; escapes that Unicode mode forbids are read without. */
function characterTest(source: string): (character: string) => boolean {
  const expression = asUnicode(source) ?? new RegExp(`^${source}$`);
  return (character) => expression.test(character);
}

function asUnicode(source: string): RegExp | null {
  try {
    return new RegExp(`^${source}$`, 'u');
  } catch {
    return null;
  }
}

/** A pattern being written out. */
interface Program {
  steps: Step[];
  parts: number;
}

function write(part: Part, program: Program): void {
  const { steps } = program;
  // Parts are counted as well: `((){1000}){1000}` writes no step, a million times.
  if (steps.length > MOST_STEPS || ++program.parts > 2 * MOST_STEPS) throw new Refused();
  switch (part.kind) {
    case 'one':
    case 'at':
      steps.push(part);
      return;
    case 'all':
      for (const one of part.parts) write(one, program);
      return;
    case 'any':
      writeChoices(part.choices, program);
      return;
    case 'repeat':
      writeRepeat(part.part, part.min, part.max, program);
  }
}

function split(steps: Step[]): [number, number] {
  const to: [number, number] = [steps.length + 1, steps.length + 1];
  steps.push({ kind: 'split', to });
  return to;
}

function writeChoices(choices: readonly Part[], program: Program): void {
  const ends: [number, number][] = [];
  for (const [index, choice] of choices.entries()) {
    const other = index < choices.length - 1 ? split(program.steps) : null;
    write(choice, program);
    if (!other) break;
    ends.push(split(program.steps));
    other[1] = program.steps.length;
  }
  for (const end of ends) end[0] = end[1] = program.steps.length;
}

function writeRepeat(part: Part, min: number, max: number, program: Program): void {
  if (min > MOST_STEPS || (max !== Infinity && max > MOST_STEPS)) throw new Refused();
  for (let count = 0; count < min; count++) write(part, program);
  if (max === Infinity) {
    const start = program.steps.length;
    const leave = split(program.steps);
    write(part, program);
    const back = split(program.steps);
    back[0] = back[1] = start;
    leave[1] = program.steps.length;
    return;
  }
  const exits: [number, number][] = [];
  for (let count = min; count < max; count++) {
    exits.push(split(program.steps));
    write(part, program);
  }
  for (const exit of exits) exit[1] = program.steps.length;
}

/** Follows all ways at once: at each place of the text the set of steps that wait for a character. */
function hasMatch(steps: readonly Step[], text: readonly string[]): boolean {
  const seen = new Int32Array(steps.length).fill(-1);
  let waiting: number[] = [];
  for (let at = 0; at <= text.length; at++) {
    const next: number[] = [];
    const stack = [0, ...waiting];
    for (let step = stack.pop(); step !== undefined; step = stack.pop()) {
      if (seen[step] === at) continue;
      seen[step] = at;
      const now = steps[step] as Step;
      if (now.kind === 'done') return true;
      if (now.kind === 'split') stack.push(now.to[1], now.to[0]);
      else if (now.kind === 'one') {
        if (at < text.length && now.accepts(text[at] as string)) next.push(step + 1);
      } else if (isAt(now.place, text, at)) stack.push(step + 1);
    }
    waiting = next;
  }
  return false;
}

const isWord = (character: string | undefined): boolean => character !== undefined && /^\w$/.test(character);

function isAt(place: Place, text: readonly string[], at: number): boolean {
  if (place === '^') return at === 0;
  if (place === '$') return at === text.length;
  return (isWord(text[at - 1]) !== isWord(text[at])) === (place === 'b');
}
