import { countLabels, labelFormat } from '#platform/print/label-file.ts';
import { PrintError } from '#platform/print/print-error.ts';
import type { BoughtLabel } from '#modules/fulfilment/model/carrier-port.ts';

/** Why a label that was paid is none for a buyer; null where it is. */
export async function labelFault({ file, trackingNos }: BoughtLabel): Promise<string | null> {
  const isNumbered = trackingNos.length > 0 && trackingNos.every((number) => number !== '');
  return isNumbered ? printFault(file?.bytes ?? null) : '面单没有运单号：请作废后再买';
}

/** Why buyers cannot print a label, who have no label printer; null where they can. */
async function printFault(bytes: Uint8Array | null): Promise<string | null> {
  if (!bytes) return '没有面单文件：请作废后再买';
  if (labelFormat(bytes) === 'zpl') return '面单是 ZPL，买家打不出：请作废后换物流渠道再买';
  try {
    await countLabels(bytes);
    return null;
  } catch (error) {
    if (error instanceof PrintError) return `面单文件无法打印（${error.message}）：请作废后再买`;
    throw error;
  }
}
