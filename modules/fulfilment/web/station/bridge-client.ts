import { BRIDGE_NAME, type BridgeHello, type BridgeJob, type BridgePrinter } from '../../model/print-bridge.ts';

export interface Bridge {
  address: string;
  token: string;
}

const PATIENCE_MS = 30_000;
const HELLO_MS = 3_000;

async function callBridge<T>({ address, token }: Bridge, path: string, init: RequestInit): Promise<T> {
  let response: Response;
  try {
    response = await fetch(address + path, {
      signal: AbortSignal.timeout(PATIENCE_MS),
      ...init,
      headers: { authorization: `Bearer ${token}`, ...init.headers },
    });
  } catch {
    throw new Error('打印桥没有应答，请检查它是否在运行');
  }
  const body = (await response.json().catch(() => null)) as (T & { error?: string }) | null;
  if (response.status === 401) throw new Error('打印桥口令不对，请在设置里更正');
  if (!response.ok || body === null) throw new Error(body?.error ?? '打印桥的应答无法识别');
  return body;
}

/** Whether something that speaks the protocol is there. */
export async function discoverBridge(bridge: Bridge): Promise<boolean> {
  try {
    const init = { signal: AbortSignal.timeout(HELLO_MS) };
    return (await callBridge<BridgeHello>(bridge, '/v1/bridge', init)).name === BRIDGE_NAME;
  } catch {
    return false;
  }
}

/** @throws with words for the packer */
export const bridgePrinters = async (bridge: Bridge): Promise<BridgePrinter[]> =>
  (await callBridge<{ printers: BridgePrinter[] }>(bridge, '/v1/printers', {})).printers;

/**
 * Prints one label once: the same id again prints nothing.
 * @throws with words for the packer where it is not known to be on paper
 */
export async function printAtBridge(
  bridge: Bridge,
  job: { id: string; printer: string; title: string; label: Blob },
): Promise<void> {
  const query = new URLSearchParams({
    title: job.title,
    ...(job.printer ? { printer: job.printer } : {}),
  });
  const { status, error } = await callBridge<BridgeJob>(bridge, `/v1/jobs/${job.id}?${query}`, {
    method: 'PUT',
    body: job.label,
    headers: { 'content-type': job.label.type || 'application/pdf' },
  });
  if (status === 'failed') throw new Error(error ?? '打印机没有打出来');
  if (status !== 'done') throw new Error('打印中断过，请看纸是否已出；没有出就重启后补打');
}
