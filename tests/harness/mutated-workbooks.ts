import type { SafeZip } from '#platform/sheets/safe-zip.ts';
import { createRandom, type Random } from '#simulator/random.ts';
import type { WorkbookText } from './sample-workbooks.ts';

const MOST_MUTATIONS = 2;
/** What matters to a reader of XML, and what looks as if it did. */
const CHARACTERS = [...'<>&"\'/=!?-[];:._# \t\r\n\u00a0\u0085\u2028\ufeffx1A中😀\u0001\u007f\ufffe'];
const PIECES = [
  ']]>',
  '<!--',
  '-->',
  '--',
  '<![CDATA[',
  '<?',
  '?>',
  '<?p x?>',
  '<?xml version="1.0"?>',
  '<?xml version="1.1"?>',
  '<!DOCTYPE a>',
  '&#13;',
  '&#x0000041;',
  '&#00000000065;',
  '&bogus;',
  '&#0;',
  '&#xD83D;',
  '&lt',
  '<rPh>',
  '</rPh>',
  '<t>',
  '</t>',
  '<v>',
  '</v>',
  '</c>',
  '</row>',
  '<row>',
  '<a/>',
  '<c r="B2"><v>1</v></c>',
  '<c r="A1" t="inlineStr"><is><t>x</t></is></c>',
  '<c t="s"><v>1</v></c>',
  ' s="1"',
  ' t="s"',
  ' r="ZZ1"',
  ' a="&amp;"',
  ' a="]]>"',
  ' __proto__="1"',
  ' x:y="1"',
  " a='1'",
  ' 1="1"',
  '<1/>',
  '<a$/>',
  '<:b/>',
  '<b:/>',
  '<\u4e2d/>',
  '<a.b-c/>',
  '<-a/>',
  '<x:sheetData>',
  '</sheetData>',
];
const TAG = /<[^<>]*>/g;

/** @returns the text with one thing about it changed */
type Mutation = (text: string, random: Random) => string;

const place = (text: string, random: Random): number => random.integer(0, text.length);

/** Two places that are near each other, in order. */
function stretch(text: string, random: Random): [number, number] {
  const from = place(text, random);
  return [from, Math.min(text.length, from + random.integer(1, 40))];
}

/** Changes one of the tags. */
const atTag =
  (change: (tag: string, random: Random) => string): Mutation =>
  (text, random) => {
    const tags = [...text.matchAll(TAG)];
    if (tags.length === 0) return text;
    const { 0: tag, index } = random.pick(tags);
    return text.slice(0, index) + change(tag, random) + text.slice(index + tag.length);
  };

const insert =
  (pieces: readonly string[]): Mutation =>
  (text, random) => {
    const at = place(text, random);
    return text.slice(0, at) + random.pick(pieces) + text.slice(at);
  };

const MUTATIONS: readonly Mutation[] = [
  insert(CHARACTERS),
  insert(PIECES),
  // Between tags, where pieces fit most often.
  atTag((tag, random) => tag + random.pick(PIECES)),
  atTag((tag, random) => tag.replace(/\/?>$/, (end) => random.pick(PIECES) + end)),
  atTag(() => ''),
  atTag((tag) => tag + tag),
  atTag((tag) => tag.replaceAll('"', "'")),
  atTag((tag, random) => random.pick([tag.toUpperCase(), tag.replaceAll(' ', '\n'), `${tag}\u00a0`])),
  (text, random) => {
    const at = place(text, random);
    return text.slice(0, at) + random.pick(CHARACTERS) + text.slice(at + 1);
  },
  (text, random) => {
    const [from, to] = stretch(text, random);
    return text.slice(0, from) + text.slice(to);
  },
  (text, random) => {
    const [from, to] = stretch(text, random);
    const at = place(text, random);
    return text.slice(0, at) + text.slice(from, to) + text.slice(at);
  },
  (text, random) => (random.chance(0.2) ? text.slice(0, place(text, random)) : text),
];

/** A damaged workbook, opened, and the text of what was damaged. */
export interface MutatedWorkbook {
  zip: SafeZip;
  changed: WorkbookText;
}

/**
 * Workbooks with a few faults each, in text, markup or bytes; the same for the same seed. They come
 * without an archive around them: a fault meets the reader of its part.
 */
export function* mutatedWorkbooks(
  samples: readonly WorkbookText[],
  { seed, count }: { seed: number; count: number },
): Generator<MutatedWorkbook> {
  const random = createRandom(seed);
  for (let n = 0; n < count; n += 1) yield mutated(random.pick(samples), random);
}

function mutated(sample: WorkbookText, random: Random): MutatedWorkbook {
  const parts = new Map(Object.entries(sample));
  const names = [...parts.keys()];
  const sheets = names.filter((name) => name.includes('sheets/'));
  const changed: Record<string, string> = {};
  for (let left = random.integer(1, MOST_MUTATIONS); left > 0; left -= 1) {
    const name = random.pick(random.chance(0.6) ? sheets : names);
    changed[name] = random.pick(MUTATIONS)(parts.get(name) ?? '', random);
    parts.set(name, changed[name]);
  }
  const bytes = new Map([...parts].map(([name, text]) => [name, Buffer.from(text)]));
  const struck = bytes.get(random.pick(Object.keys(changed)));
  if (random.chance(0.05) && struck && struck.length > 0)
    struck[random.integer(0, struck.length - 1)] = random.integer(0, 255);
  return { zip: unpacked(bytes), changed };
}

const unpacked = (parts: ReadonlyMap<string, Buffer>): SafeZip => ({
  has: (name) => parts.has(name),
  names: () => [...parts.keys()],
  async *read(name) {
    yield parts.get(name) ?? Buffer.alloc(0);
  },
  close: () => undefined,
});
