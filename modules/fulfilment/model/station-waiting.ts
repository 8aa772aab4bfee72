import { unprinted, type StationShipment } from './station.ts';

type Waiting = Pick<StationShipment, 'status' | 'class' | 'pickupDate' | 'labelError' | 'boxes' | 'labelSource'>;

/**
 * What a packed shipment waits for, in words for the packing table. Freight says where it is put down meanwhile,
 * and that nobody has to come back for it.
 * @param fault why it does not go on by itself
 */
export function waitingWords(row: Waiting, fault: string | undefined): { tone: 'calm' | 'bad'; words: string } {
  const missing = unprinted(row).length;
  if (fault) return { tone: 'bad', words: missing > 0 ? `${missing} 箱未打印：${fault}` : fault };
  if (row.labelError) return { tone: 'bad', words: `面单失败：${row.labelError}` };
  if (row.status === 'packed') return { tone: 'bad', words: '还没有面单' };
  const words = row.status === 'labelling' ? '等待面单' : missing > 0 ? `${missing} 箱待打印` : '待出库';
  return { tone: 'calm', words: row.class === 'ltl' ? `${words}。${freightWords(row)}` : words };
}

function freightWords({ pickupDate }: Waiting): string {
  const pickup = pickupDate ? `，承运商 ${pickupDate.slice(5, 16)} 提货` : '';
  return `零担：放到零担待提区${pickup}；面单好了自动打印、自动出库，不用再扫`;
}
