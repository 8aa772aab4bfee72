import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export type Figure = { name: string; value: number; unit: string };

/** What one measured process prints: its own CPU and the most memory it ever held. */
type Measured = { cpuSeconds: number; wallSeconds: number; peakMb: number; idleMb: number };

const run = promisify(execFile);
const MEASURED = fileURLToPath(new URL('./sheets-process.ts', import.meta.url));

/**
 * Writes and reads an .xlsx of 100,000 rows × 20 columns and an .xls of 5,000 × 20, each in a
 * process of its own, so that CPU and memory are those of the sheet code alone. `rss rise` is the
 * peak over the same process before it began.
 */
export async function benchSheets(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-sheets-'));
  try {
    const xlsx = join(folder, 'big.xlsx');
    const xls = join(folder, 'list.xls');
    const figures: Figure[] = [];
    for (const [name, mode, file] of [
      ['xlsx write 100k × 20', 'write-xlsx', xlsx],
      ['xlsx read 100k × 20', 'read', xlsx],
      ['xls write 5k × 20', 'write-xls', xls],
      ['xls read 5k × 20', 'read', xls],
    ] as const) {
      const { stdout } = await run(process.execPath, [MEASURED, mode, file]);
      figures.push(...toFigures(name, JSON.parse(stdout) as Measured));
    }
    figures.push({
      name: 'xlsx file 100k × 20',
      value: (await stat(xlsx)).size / 2 ** 20,
      unit: 'MB',
    });
    return figures;
  } finally {
    await rm(folder, { recursive: true });
  }
}

function toFigures(name: string, measured: Measured): Figure[] {
  return [
    { name: `${name} cpu`, value: measured.cpuSeconds, unit: 's' },
    { name: `${name} wall`, value: measured.wallSeconds, unit: 's' },
    { name: `${name} peak rss`, value: measured.peakMb, unit: 'MB' },
    { name: `${name} rss rise`, value: measured.peakMb - measured.idleMb, unit: 'MB' },
  ];
}
