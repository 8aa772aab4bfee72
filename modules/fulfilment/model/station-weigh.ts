import { gramsToPounds } from '#kit/model/unit.ts';
import { scaleFault, type ScaleReading } from './scale.ts';
import { applied, atHand, failed, type Desk, type DeskRules, type Heard, type Seal } from './station-input.ts';
import { boxTitle } from './station-scan.ts';
import type { StationBox, StationMeasures, StationShipment } from './station.ts';

/** A reading of the scale is that of the box at hand. */
export function weighed(desk: Desk, reading: ScaleReading | 'over' | null, rules: DeskRules): Heard {
  const { shipment } = desk;
  const box = shipment ? atHand(shipment) : undefined;
  if (!shipment || !box) return { desk };
  const fault = scaleFault(reading);
  if (fault !== null || reading === null || reading === 'over') return failed(desk, fault ?? '');
  return weigh(desk, shipment, box, { weightG: reading.grams }, rules);
}

/** Measures of the box at hand, as far as they are given: it is sealed, asked about, or refused. */
export function weigh(
  desk: Desk,
  shipment: StationShipment,
  box: StationBox,
  measures: StationMeasures,
  { tolerance }: DeskRules,
): Heard {
  const { weightG } = measures;
  if (weightG !== undefined && weightG <= 0)
    return failed(desk, weightG < 0 ? '重量不能为负，请清空并归零' : '重量不能是 0，请放上箱子');
  const sizes = [measures.lengthMm, measures.widthMm, measures.heightMm];
  if (sizes.some((size) => size !== undefined && size <= 0)) return failed(desk, '尺寸须大于 0');
  const whole = { ...measuresOfBox(box), ...measures };
  const lacking = lackOf(whole);
  if (lacking) {
    const known = {
      ...shipment,
      boxes: shipment.boxes.map((one) => (one.id === box.id ? { ...one, ...measures } : one)),
    };
    return { desk: { ...desk, shipment: known, message: { tone: 'failed', title: lacking } } };
  }
  const code = box.boxNo;
  const step: Seal = { kind: 'seal', boxId: box.id, code, ...onlyNumbers(whole) };
  const isFar =
    weightG !== undefined && box.plannedG !== null && Math.abs(weightG - box.plannedG) * 100 > box.plannedG * tolerance;
  if (isFar) {
    const title = `${gramsToPounds(weightG)} lb，箱规 ${gramsToPounds(box.plannedG ?? 0)} lb`;
    const description = '相差太多：拿对箱子了就确认，否则撤销后重新称。';
    return {
      desk: { ...desk, asking: step, message: { tone: 'failed', title, description } },
      tone: 'failed',
    };
  }
  return sealed(desk, shipment, step);
}

type Measures = Record<'weightG' | 'lengthMm' | 'widthMm' | 'heightMm', number | null>;

export const measuresOfBox = ({ weightG, lengthMm, widthMm, heightMm }: StationBox): Measures => ({
  weightG,
  lengthMm,
  widthMm,
  heightMm,
});

/** What of the measures of a box is not known, as a request; null: nothing. */
export function lackOf({ weightG, lengthMm, widthMm, heightMm }: Measures): string | null {
  if (!weightG) return '请称重，或输入重量（磅）';
  return lengthMm && widthMm && heightMm ? null : '请输入尺寸（英寸），如 24x18x6';
}

const onlyNumbers = (measures: Measures): StationMeasures =>
  Object.fromEntries(Object.entries(measures).filter(([, value]) => value !== null));

/** The box is sealed by this step, and shown so before the server has answered. */
export function sealed(desk: Desk, shipment: StationShipment, step: Seal): Heard {
  const after = applied(shipment, step);
  const box = after.boxes.find(({ id }) => id === step.boxId);
  const left = after.boxes.filter(({ status }) => status === 'open').length;
  const title = `${box ? boxTitle(after, box) : ''} 已封箱`;
  return {
    desk: {
      ...desk,
      shipment: after,
      message: { tone: 'done', title, description: left > 0 ? `还差 ${left} 箱` : '箱子齐了' },
    },
    effect: { do: 'step', step },
    tone: 'done',
  };
}
