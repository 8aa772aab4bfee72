import { exponentOf } from '#kit/model/currency.ts';
import { divideHalfUp, formatDecimal, parseDecimal, PRICE_SCALE } from '#kit/model/money.ts';
import { GRAMS_PER_POUND, gramsToPounds } from '#kit/model/unit.ts';
import type { Rates, Surcharge } from './freight-sheets.ts';
import {
  billableWeightLb,
  countedSidesIn,
  dimWeightLb,
  girthIn,
  longestIn,
  type BoxSize,
  type DimRule,
} from './ship-class.ts';

const SCALE = 10n ** BigInt(PRICE_SCALE);
const RATE_SCALE = 8;
const KG_PER_LB = GRAMS_PER_POUND / 1000;
const CM_PER_INCH = 2.54;
const MM_PER_CM = 10;

/** A version of a price table, read. Prices in 1/10000 of the currency. */
export interface FreightTariff {
  currency: string;
  unit: 'lb' | 'kg';
  rates: Rates;
  surcharges: readonly Surcharge[];
  least: string | null;
  fuelRate: string | null;
  residentialFee: string | null;
}

/** One amount of a quote, and how it comes about in words. */
export interface FreightFigure {
  title: string;
  how: string;
  /** Minor units. */
  amount: bigint;
}

export interface FreightTotal {
  figures: FreightFigure[];
  total: bigint;
}

/** What is to be priced: cartons one by one as small parcels, or all of them as one consignment. */
export interface Consignment {
  cartons: readonly BoxSize[];
  isParcel: boolean;
  zone: string;
  isResidential: boolean;
  dim: DimRule;
}

/**
 * What a tariff asks for a consignment: the price of the step that its billable weight falls into
 * (each unit over the last step at its own price, never below the least), surcharges, and fuel on the
 * sum of these. Amounts are rounded half up to the least unit of the currency, figure by figure.
 * @returns each figure explained, or why there is no price in Chinese
 */
export function freightOf(tariff: FreightTariff, consignment: Consignment): FreightTotal | { fault: string } {
  const { cartons, isParcel, zone, dim } = consignment;
  const at = tariff.rates.zones.indexOf(zone);
  if (at < 0) return { fault: `价表没有分区 ${zone} 的价格` };
  const weights = cartons.map((carton) => billable(tariff.unit, carton, dim));
  const charged = isParcel ? weights : [wholeOf(weights)];
  const figures: FreightFigure[] = [];
  for (const [index, weight] of charged.entries()) {
    const step = priceOf(tariff, at, weight);
    if ('fault' in step) return step;
    const title = isParcel ? `第 ${index + 1} 箱运费` : '运费';
    figures.push({ ...step, title, how: `分区 ${zone}，${weight.how}，${step.how}` });
  }
  figures.push(...surchargesOf(tariff, consignment));
  const fuel = fuelOf(tariff, figures);
  const all = fuel ? [...figures, fuel] : figures;
  return { figures: all, total: all.reduce((sum, { amount }) => sum + amount, 0n) };
}

interface Weight {
  /** Whole units of the tariff. */
  units: number;
  how: string;
}

/** The greater of actual and dimensional weight, each rounded up to whole units (domain.md §4). */
function billable(unit: 'lb' | 'kg', carton: BoxSize, rule: DimRule): Weight {
  if (unit === 'lb') {
    const [pounds, dim] = [gramsToPounds(carton.weightG), dimWeightLb(carton, rule)];
    return {
      units: billableWeightLb(carton, rule),
      how: `实重 ${pounds} lb，材积重 ${dim} lb（${volumeText(countedSidesIn(carton, rule), 'in', rule)}）`,
    };
  }
  const sides = rule.roundsSides
    ? [carton.lengthMm, carton.widthMm, carton.heightMm].map((mm) => Math.ceil(mm / MM_PER_CM))
    : countedSidesIn(carton, rule);
  const inches = rule.roundsSides ? sides.map((side) => side / CM_PER_INCH) : sides;
  const cubic = inches.reduce((product, side) => product * side, 1);
  const dim = Math.ceil(thousandths((cubic / rule.dimDivisor) * KG_PER_LB));
  const kilos = carton.weightG / 1000;
  return {
    units: Math.max(Math.ceil(kilos), dim),
    how: `实重 ${kilos} kg，材积重 ${dim} kg（${volumeText(sides, rule.roundsSides ? 'cm' : 'in', rule)}）`,
  };
}

const thousandths = (value: number): number => Math.round(value * 1000) / 1000;

/** `40×20×10 in ÷ 139`, and whether the sides were rounded. */
const volumeText = (sides: readonly number[], unit: 'in' | 'cm', { dimDivisor, roundsSides }: DimRule): string =>
  `${sides.join('×')} ${unit}${roundsSides ? '，各边已进位' : ''} ÷ ${dimDivisor}`;

const wholeOf = (weights: readonly Weight[]): Weight => ({
  units: weights.reduce((sum, { units }) => sum + units, 0),
  how: weights.length === 1 ? (weights[0]?.how ?? '') : `${weights.length} 箱的计费重之和`,
});

function priceOf(
  { rates, unit, currency, least }: FreightTariff,
  at: number,
  { units }: Weight,
): { amount: bigint; how: string } | { fault: string } {
  const weight = BigInt(units) * SCALE;
  const step = rates.steps.find(({ upTo }) => weight <= upTo) ?? rates.steps.at(-1);
  if (!step) return { fault: '价表没有价格' };
  const over = weight > step.upTo ? weight - step.upTo : 0n;
  const [price, beyond] = [step.prices[at] ?? null, rates.beyond?.[at] ?? null];
  if (price === null) return { fault: `价表没有 ${units} ${unit} 到这个分区的价格` };
  if (over > 0n && beyond === null) return { fault: `计费重 ${units} ${unit} 超过价表的 ${text(step.upTo)} ${unit}` };
  const exact = price + divideHalfUp((beyond ?? 0n) * over, SCALE);
  const bound = least === null ? 0n : (parseDecimal(least, PRICE_SCALE) ?? 0n);
  const parts = [
    `计费重 ${units} ${unit}`,
    `不超过 ${text(step.upTo)} ${unit} 为 ${text(price)}`,
    ...(over > 0n ? [`续重 ${text(over)} × ${text(beyond ?? 0n)}`] : []),
    ...(bound > exact ? [`最低 ${text(bound)}`] : []),
  ];
  return { amount: minor(bound > exact ? bound : exact, currency), how: parts.join('，') };
}

/** `1.0000` as `1`, `8.5000` as `8.50`. */
function text(value: bigint): string {
  const plain = formatDecimal(value, PRICE_SCALE).replace(/\.?0+$/, '');
  return /\.\d$/.test(plain) ? `${plain}0` : plain;
}

const minor = (price: bigint, currency: string): bigint =>
  divideHalfUp(price * 10n ** BigInt(exponentOf(currency)), SCALE);

/** Of each carton the dearest surcharge that it meets, then what a residence costs more. */
function surchargesOf(tariff: FreightTariff, { cartons, isResidential }: Consignment): FreightFigure[] {
  const { currency, residentialFee } = tariff;
  const figures = cartons.flatMap((carton, index): FreightFigure[] => {
    const met = tariff.surcharges
      .map((one) => ({ ...one, why: whyMet(tariff.unit, one, carton) }))
      .filter(({ why }) => why !== null)
      .toSorted((a, b) => (a.amount === b.amount ? 0 : a.amount > b.amount ? -1 : 1));
    const [dearest] = met;
    return dearest
      ? [
          {
            title: `第 ${index + 1} 箱${dearest.name}`,
            how: dearest.why ?? '',
            amount: minor(dearest.amount, currency),
          },
        ]
      : [];
  });
  const fee = residentialFee === null ? null : parseDecimal(residentialFee, PRICE_SCALE);
  if (isResidential && fee)
    figures.push({
      title: '住宅附加费',
      how: `${cartons.length} 箱 × ${text(fee)}`,
      amount: minor(fee * BigInt(cartons.length), currency),
    });
  return figures;
}

/** What a carton is over, in words; null: nothing. */
function whyMet(unit: 'lb' | 'kg', one: Surcharge, carton: BoxSize): string | null {
  const isMetric = unit === 'kg';
  const size = isMetric ? 'cm' : 'in';
  const inUnit = (inches: number): number => (isMetric ? thousandths(inches * CM_PER_INCH) : inches);
  const weight = isMetric ? carton.weightG / 1000 : gramsToPounds(carton.weightG);
  const measures: [string, number, string, bigint | null][] = [
    ['最长边', inUnit(longestIn(carton)), size, one.longest],
    ['长加围长', inUnit(girthIn(carton)), size, one.girth],
    ['实重', weight, unit, one.weight],
  ];
  for (const [what, measured, unitText, limit] of measures)
    if (limit !== null && BigInt(Math.round(measured * Number(SCALE))) > limit)
      return `${what} ${measured} ${unitText}，超过 ${text(limit)} ${unitText}`;
  return null;
}

function fuelOf({ fuelRate }: FreightTariff, figures: readonly FreightFigure[]): FreightFigure | null {
  const rate = fuelRate === null ? 0n : (parseDecimal(fuelRate, RATE_SCALE) ?? 0n);
  if (rate === 0n) return null;
  const sum = figures.reduce((total, { amount }) => total + amount, 0n);
  const percent = Number(((Number(rate) / 10 ** RATE_SCALE) * 100).toFixed(6));
  return {
    title: '燃油附加费',
    how: `以上之和 × ${percent}%`,
    amount: divideHalfUp(sum * rate, 10n ** BigInt(RATE_SCALE)),
  };
}
