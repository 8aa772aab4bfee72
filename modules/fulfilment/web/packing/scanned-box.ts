import { shortNumber } from '#ui/scan/short-number.ts';
import { decimalText } from '#kit/model/decimal-text.ts';
import { numberKey } from '#kit/model/numbers.ts';
import { bareKey, parcelKeys, parcelNumbers } from '#kit/model/tracking-number.ts';
import type { ScanMessage } from '#kit/web/index.ts';
import type { Packing, PackingBox, PackingLine } from '../../model/routes.ts';

/** What a scan at the desk of a shipment means: the box to pack now, if any, and what to say. */
export interface Scan {
  box?: PackingBox;
  said: ScanMessage;
}

/** Longest measure that a scale with a keyboard of its own types: `1234.56`. */
const LONGEST_MEASURE = 7;

/** Whether what was read into the input of a measure is a code and not what a scale says. */
export const isCode = (number: string): boolean =>
  number.length > LONGEST_MEASURE || !('decimal' in decimalText(number));

/**
 * Finds what was scanned in this shipment: a box by its number or tracking number, goods by SKU or
 * UPC. Goods lead to the box that is packed now where they belong in it, or to the next open one.
 */
export function scanAt(data: Packing, current: PackingBox | undefined, text: string): Scan {
  const keys = new Set(parcelNumbers(text).map(numberKey));
  const isIt = (code: string | null): boolean => code !== null && keys.has(numberKey(code));
  const bare = new Set(parcelKeys(text));
  const isTracked = ({ trackingNo }: PackingBox): boolean => trackingNo !== null && bare.has(bareKey(trackingNo));
  const read = text.trim();
  const byNumber = data.boxes.find((box) => isIt(box.boxNo) || isTracked(box));
  if (byNumber) return boxScan(data, byNumber);
  const line = data.lines.find(({ channelSku, codes }) => [channelSku, ...codes].some(isIt));
  if (line) return goodsScan(data, current, line);
  if ([data.shipmentNo, data.channelOrderNo, data.orderNo].some(isIt))
    return { said: { tone: 'done', title: `${read} 就是这张发货单` } };
  return {
    said: {
      tone: 'failed',
      read,
      title: `${shortNumber(read)} 不属于这张发货单`,
      description: `请放到一边。本单的货：${data.lines.map((one) => one.channelSku).join('、')}`,
    },
  };
}

const titleOf = (data: Packing, box: PackingBox): string =>
  `第 ${data.boxes.indexOf(box) + 1} / ${data.boxes.length} 箱`;

const boxScan = (data: Packing, box: PackingBox): Scan => ({
  box,
  said: { tone: 'done', title: `${titleOf(data, box)}　${box.content || '空箱'}` },
});

function goodsScan(data: Packing, current: PackingBox | undefined, line: PackingLine): Scan {
  const holds = (box: PackingBox | undefined): boolean =>
    box?.items.some((item) => item.shipmentLineId === line.id) ?? false;
  const open = data.boxes.filter((box) => box.status === 'open' && holds(box));
  const box = open.find((one) => one.id === current?.id) ?? open[0];
  if (box) return boxScan(data, box);
  if (data.boxes.length === 0)
    return {
      said: {
        tone: 'done',
        title: `${line.channelSku} 是本单的货，共 ${line.qty} 件`,
        description: '还没有箱子：点“按箱规装箱”。',
      },
    };
  const packed = data.boxes.some(holds);
  return {
    said: {
      tone: 'failed',
      title: packed ? `${line.channelSku} 的箱子都已封箱` : `没有箱子装 ${line.channelSku}`,
      description: packed ? '这一件多出来了，请核对件数。' : '请先“按箱规装箱”。',
    },
  };
}
