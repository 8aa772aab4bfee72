import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { readSheet } from '#platform/sheets/sheet-reader.ts';
import { writeXls } from '#platform/sheets/xls-writer.ts';
import { writeXlsx } from '#platform/sheets/xlsx-writer.ts';

// One measured run: `sheets-process.ts <write-xlsx|write-xls|read> <file>`; prints one JSON line.
const [, , mode, file = ''] = process.argv;
const columns = Array.from({ length: 20 }, (_, index) => ({ title: `列 ${index + 1}` }));

const idleMb = peakMb();
const cpu = process.cpuUsage();
const started = performance.now();
if (mode === 'write-xlsx') {
  await writeXlsx(createWriteStream(file), {
    sheetName: '订单',
    columns,
    rows: orderRows(100_000),
  });
} else if (mode === 'write-xls') {
  await writeFile(file, await writeXls({ sheetName: '订单', columns, rows: [...orderRows(5_000)] }));
} else {
  let cells = 0;
  for await (const row of readSheet(file)) cells += row.cells.length;
  if (cells < 90_000) throw new Error(`read only ${cells} cells`);
}
const { user, system } = process.cpuUsage(cpu);
const measured = {
  cpuSeconds: (user + system) / 1e6,
  wallSeconds: (performance.now() - started) / 1000,
  peakMb: peakMb(),
  idleMb,
};
console.log(JSON.stringify(measured));

function peakMb(): number {
  return process.resourceUsage().maxRSS / 1024;
}

/** Order lines as a list export has them: numbers, codes, dates, Chinese names, some gaps. */
function* orderRows(count: number): Generator<(string | number | null)[]> {
  for (let row = 0; row < count; row += 1) {
    yield columns.map((_, index) => {
      if ((row + index) % 13 === 0) return null;
      if (index % 5 === 0) return row * (index + 1);
      if (index % 5 === 1) return `WF-${(row * 7919) % 1_000_003}-${index}`;
      if (index % 5 === 2) return `2026-11-${String((row % 28) + 1).padStart(2, '0')} 08:30:00`;
      return index % 5 === 3 ? `实木床头柜 ${row % 977} 号 <胡桃色>` : 'Small parcel';
    });
  }
}
