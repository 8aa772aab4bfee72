import { expect, test } from 'vitest';
import { IS_LONG } from '#tests/harness/long.ts';
import { mutatedWorkbooks } from '#tests/harness/mutated-workbooks.ts';
import { sampleWorkbooks } from '#tests/harness/sample-workbooks.ts';
import { openSaxes } from '#tests/harness/saxes-xml.ts';
import type { SafeZip } from './safe-zip.ts';
import { SheetError } from './sheet-error.ts';
import { DEFAULT_LIMITS, type SheetRow } from './sheet-limits.ts';
import { readRows } from './xlsx-reader.ts';
import { openXmlParser, type OpenXmlParser } from './xml-events.ts';

/** The rows of a workbook as text, or why it is refused; anything but a refusal is a fault of ours. */
async function outcome(zip: SafeZip, openParser: OpenXmlParser): Promise<string> {
  const rows: SheetRow[] = [];
  try {
    for await (const some of readRows(zip, DEFAULT_LIMITS, openParser)) rows.push(...some);
    return JSON.stringify(rows);
  } catch (error) {
    if (error instanceof SheetError) return 'refused';
    throw error;
  }
}

/** Our own parser, fed with pieces of so many characters. */
const inPieces =
  (size: number): OpenXmlParser =>
  (handlers) => {
    const parser = openXmlParser(handlers);
    return {
      ...parser,
      write(text) {
        for (let at = 0; at < text.length; at += size) parser.write(text.slice(at, at + size));
      },
    };
  };

const COUNT = IS_LONG ? 10_000 : 2_000;

test('of thousands of damaged workbooks our own parser of XML reads and refuses what a library does', async () => {
  const samples = await sampleWorkbooks();
  const differences: unknown[] = [];
  const seen = { read: 0, refused: 0 };
  let n = 0;
  for (const { zip, changed } of mutatedWorkbooks(samples, { seed: 20_261_122, count: COUNT })) {
    n += 1;
    const size = n % 2 === 0 ? Number.MAX_SAFE_INTEGER : 1 + (n % 97);
    const [ours, theirs] = [await outcome(zip, inPieces(size)), await outcome(zip, openSaxes)];
    seen[theirs === 'refused' ? 'refused' : 'read'] += 1;
    if (ours !== theirs && differences.length < 5) differences.push({ n, ours, theirs, changed });
  }
  expect(differences).toEqual([]);
  // Neither is the whole of them, or nothing would have been asked.
  expect(Math.min(seen.read, seen.refused)).toBeGreaterThan(COUNT / 5);
}, 180_000);
