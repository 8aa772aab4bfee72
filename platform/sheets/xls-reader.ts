import { readFile, stat } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { createRowMeter } from './row-meter.ts';
import { SheetError } from './sheet-error.ts';
import type { SheetErrorCode } from './sheet-error.ts';
import type { SheetFacts, SheetLook } from './sheet-facts.ts';
import type { SheetLimits, SheetRow } from './sheet-limits.ts';

/** What the thread answers: rows batch by batch, each asked for, and then the end. */
export type XlsMessage =
  | { rows: SheetRow[] }
  | { done: true; facts: SheetFacts }
  | { refused: { code: SheetErrorCode; message: string } };

export type XlsTask = { bytes: Uint8Array; maxRows: number; sheet: number };

/** 65,536 rows × 20 columns of real text are about 30 MB. */
const MAX_BYTES = 40 * 1024 * 1024;
/** A thread takes a fifth of a second to start: after a small file it waits for the next one. */
const REUSED_BYTES = 1024 * 1024;
const PARSE_MS = 30_000;
const HEAP_MB = 768;

/**
 * Reads a visible sheet of an .xls, the first unless `look` names another. The parser works on the whole file at once, so it runs
 * in a thread with a heap and a time limit, away from the requests. Throws SheetError.
 */
export async function* readXls(
  file: string | Buffer,
  limits: SheetLimits,
  { sheet = 0, facts }: SheetLook = {},
): AsyncGenerator<SheetRow> {
  const size = typeof file === 'string' ? (await stat(file)).size : file.length;
  if (size > Math.min(MAX_BYTES, limits.maxUncompressedBytes)) {
    throw new SheetError('too_large', '.xls 文件过大，请另存为 .xlsx 后再导入');
  }
  const bytes = typeof file === 'string' ? await readFile(file) : file;
  const worker = takeThread();
  const meter = createRowMeter(limits);
  let isDone = false;
  try {
    worker.postMessage({ bytes, maxRows: limits.maxRows, sheet } satisfies XlsTask);
    for (;;) {
      const message = await nextMessage(worker);
      isDone = !('rows' in message);
      if ('refused' in message) throw new SheetError(message.refused.code, message.refused.message);
      if ('done' in message) return void Object.assign(facts ?? {}, message.facts);
      for (const row of message.rows) {
        meter.row(row.cells);
        yield row;
      }
      worker.postMessage('next');
    }
  } finally {
    if (isDone && size <= REUSED_BYTES) keepThread(worker);
    else await worker.terminate();
  }
}

let waiting: Worker | null = null;

function takeThread(): Worker {
  const worker = waiting ?? startThread();
  waiting = null;
  worker.ref();
  return worker;
}

/** One thread waits, and holds no process open; one that dies meanwhile is not handed out. */
function keepThread(worker: Worker): void {
  if (waiting) return void worker.terminate();
  waiting = worker;
  worker.unref();
}

function startThread(): Worker {
  const worker = new Worker(new URL('./xls-read-thread.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: 16 },
    stderr: true,
  });
  const forget = (): void => {
    if (waiting === worker) waiting = null;
  };
  return worker.on('error', forget).on('exit', forget);
}

function nextMessage(worker: Worker): Promise<XlsMessage> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      settle();
      reject(new SheetError('timeout', '文件解析超时，请另存为 .xlsx 后再导入'));
    }, PARSE_MS);
    const onMessage = (message: XlsMessage) => {
      settle();
      resolve(message);
    };
    const onError = (error: unknown) => {
      settle();
      const outOfMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      reject(
        outOfMemory
          ? new SheetError('too_large', '.xls 文件过大，请另存为 .xlsx 后再导入', error)
          : new SheetError('unreadable', '文件已损坏，无法读取', error),
      );
    };
    const onExit = () => onError(new Error('the parser ended without an answer'));
    function settle(): void {
      clearTimeout(timer);
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
    }
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
  });
}
