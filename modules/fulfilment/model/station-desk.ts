import { carrierDoubt } from '#kit/model/carrier-number.ts';
import { trackingNumber } from '#kit/model/tracking-number.ts';
import { needsChannelLabel } from './label-source.ts';
import type { ScaleReading } from './scale.ts';
import { controlOf, type ControlCode } from './station-codes.ts';
import { applied, atHand, failed, stopped, type Desk, type DeskRules, type Heard, type Seal } from './station-input.ts';
import { boxTitle, cartonGoods, cartonScan, measuresOfText } from './station-scan.ts';
import { lackOf, measuresOfBox, sealed, weigh, weighed } from './station-weigh.ts';
import { isPackable, type StationBox, type StationShipment, type StationStep } from './station.ts';

/** One scan, or one line that was typed; blank for Enter alone. Pure: the same again says the same. */
export function hear(desk: Desk, text: string, rules: DeskRules, scale: ScaleReading | 'over' | null = null): Heard {
  const control = text.trim() === '' ? 'WB-OK' : controlOf(text);
  if (desk.stop) return acknowledge(desk, control);
  if (desk.asking) return confirm(desk, desk.asking, text, control, rules);
  if (desk.choices.length > 0) return choose(desk, text, control);
  if (control) return steer(desk, control, rules, scale);
  const { shipment } = desk;
  if (!shipment) return { desk: { ...desk, message: null }, effect: { do: 'find', code: text, isFree: true } };
  const box = atHand(shipment);
  const measures = box ? measuresOfText(text) : null;
  if (box && measures) return weigh(desk, shipment, box, measures, rules);
  return scanIn(desk, shipment, text, rules);
}

const acknowledge = (desk: Desk, control: ControlCode | null): Heard =>
  control === 'WB-OK' ? { desk: { ...desk, stop: null, message: null }, tone: 'done' } : { desk, tone: 'failed' };

function confirm(desk: Desk, asking: Seal, text: string, control: ControlCode | null, rules: DeskRules): Heard {
  const { shipment } = desk;
  if (!shipment) return { desk: { ...desk, asking: null } };
  if (control === 'WB-OK') return sealed({ ...desk, asking: null }, shipment, asking);
  if (control === 'WB-UNDO') return failed({ ...desk, asking: null }, '没有采用这个重量，请重新称');
  const box = shipment.boxes.find(({ id }) => id === asking.boxId);
  const measures = control ? null : measuresOfText(text);
  if (box && measures) return weigh({ ...desk, asking: null }, shipment, box, measures, rules);
  return { desk, tone: 'failed' };
}

function choose(desk: Desk, text: string, control: ControlCode | null): Heard {
  if (control === 'WB-UNDO') return { desk: { ...desk, choices: [] } };
  const chosen = /^\d$/.test(text.trim()) ? desk.choices[Number(text) - 1] : undefined;
  if (!chosen) return { desk, tone: 'failed' };
  return { desk: { ...desk, choices: [], message: null }, effect: { do: 'open', id: chosen.id } };
}

function steer(desk: Desk, control: ControlCode, rules: DeskRules, scale: ScaleReading | 'over' | null): Heard {
  const { shipment } = desk;
  if (control === 'WB-NEXT') return { desk: { ...desk, message: null }, effect: { do: 'next' } };
  if (control === 'WB-REPRINT') return { desk, effect: { do: 'reprint' } };
  if (!shipment) return control === 'WB-OK' ? { desk, effect: { do: 'next' } } : failed(desk, '还没有打开发货单');
  if (control === 'WB-UNDO') return { desk, effect: { do: 'step', step: { kind: 'undo' } } };
  const box = atHand(shipment);
  if (!box) return control === 'WB-SEAL' ? failed(desk, '手上没有箱子，请先扫一箱') : { desk };
  if (scale !== null || rules.isWeighed) {
    // 封箱 takes the plan where there is no scale; 确认 alone never guesses a weight.
    if (scale === null && control === 'WB-SEAL') return weigh(desk, shipment, box, {}, rules);
    return weighed(desk, scale, rules);
  }
  return weigh(desk, shipment, box, {}, rules);
}

function scanIn(before: Desk, shipment: StationShipment, code: string, rules: DeskRules): Heard {
  const goods = cartonGoods(shipment, code);
  const desk = goods.isMarked ? { ...before, marked: [...new Set([...before.marked, ...goods.skuIds])] } : before;
  if (shipment.holder && !shipment.holder.isMe)
    return stopped(desk, `${shipment.holder.name} 正在打这一单`, '请换一单，或等对方放下。');
  // Without its mark one carton scanned twice would pass for two.
  if (!goods.isMarked && goods.skuIds.some((id) => desk.marked.includes(id)))
    return stopped(desk, '请扫箱标', '这种货的每箱标着第几箱，如 2/3；只扫货号分不清是哪一箱。');
  const found = cartonScan(shipment, code);
  if (found.means === 'shipment')
    return {
      desk: { ...desk, message: { tone: 'done', title: '就是这一单，请扫箱子' } },
      tone: 'done',
    };
  if (found.means === 'packed') return packedAlready(desk, shipment, found);
  if (found.means === 'unknown') return notOfIt(desk, shipment, code);
  const { box } = found;
  if (!isPackable(shipment)) return stopped(desk, '这一单已不在装箱', '请打下一单。');
  const other = atHand(shipment);
  if (other)
    return other.id === box.id
      ? stopped(desk, `${boxTitle(shipment, box)} 已在手上`, '重复扫描：请称重后封箱。')
      : stopped(desk, `先封好 ${boxTitle(shipment, other)}`, '手上的箱子还没有称重；拿错了请先撤销。');
  if (!rules.isWeighed && lackOf(measuresOfBox(box)) === null)
    return sealed(desk, shipment, { kind: 'seal', boxId: box.id, code });
  const step: StationStep = { kind: 'take', boxId: box.id, code };
  const answers = { tone: 'done' as const, title: boxTitle(shipment, box), description: '请称重' };
  return {
    desk: { ...desk, shipment: applied(shipment, step), message: answers },
    effect: { do: 'step', step },
    tone: 'done',
  };
}

const packedAlready = (
  desk: Desk,
  shipment: StationShipment,
  { box, isMore }: { box: StationBox; isMore: boolean },
): Heard =>
  isMore
    ? stopped(desk, '这一件多出来了', `${box.items[0]?.channelSku ?? ''} 的箱子都已封箱，请核对件数。`)
    : stopped(desk, `${boxTitle(shipment, box)} 已封箱`, '重复扫描：这一箱已经打好。');

function notOfIt(desk: Desk, shipment: StationShipment, code: string): Heard {
  const isDone = !isPackable(shipment);
  if (shipment.status === 'packed' && !needsChannelLabel(shipment.orderType, shipment.accountOwner))
    return ownNumber(desk, shipment, trackingNumber(code));
  const isFree = isDone || shipment.boxes.every(({ id, status }) => status === 'open' && id !== shipment.atHand);
  if (isFree) return { desk: { ...desk, message: null }, effect: { do: 'find', code, isFree: true } };
  return foreign(desk, shipment, code);
}

/** A number that is clearly another carrier's is read a second time before it is taken. */
function ownNumber(desk: Desk, { carrierCode }: StationShipment, trackingNo: string): Heard {
  const doubt = carrierDoubt(trackingNo, carrierCode ?? '');
  if (doubt !== null && desk.doubted !== trackingNo)
    return {
      desk: {
        ...desk,
        doubted: trackingNo,
        message: { tone: 'failed', title: doubt, description: '没有错就再扫一次' },
      },
      tone: 'failed',
    };
  return { desk: { ...desk, doubted: null, message: null }, effect: { do: 'ownLabel', trackingNo } };
}

/** Goods or a carton that do not belong here: of whom they are is not said. */
export const foreign = (desk: Desk, { lines }: StationShipment, code: string): Heard =>
  stopped(
    desk,
    `${code.trim().slice(0, 40)} 不属于这一单`,
    `请放到一边。本单的货：${lines.map(({ channelSku }) => channelSku).join('、')}`,
  );
