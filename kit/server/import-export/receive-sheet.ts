import { Refusal } from '#kit/model/refusal.ts';
import type { ArrivedForm } from '../receive-upload.ts';
import type { Call } from '../route.ts';
import { unusable } from './read-import.ts';

/**
 * Streams the one sheet of a call to the disk, beside the fields of its form; who keeps it moves it away, whoever does not removes
 * it.
 * @throws Refusal 413 beyond the limit, 422 for no file or several
 */
export async function receiveSheet(call: Call, maxBytes: number): Promise<ArrivedForm> {
  const folder = await call.tx(async (tx) => tx.files.arrivals(tx.tenant));
  return call.receive({ folder, maxBytes }).catch((error: unknown) => {
    throw asSheetFault(error);
  });
}

function asSheetFault(error: unknown): unknown {
  const code = error instanceof Refusal ? error.code : '';
  if (code === 'noFile') return unusable(code, '请选择要导入的文件');
  if (code === 'manyFiles') return unusable(code, '一次只能导入一个文件');
  return error;
}
