import { Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { decimalText, percentText } from '#kit/model/decimal-text.ts';
import type { Field } from '#kit/model/field.ts';
import { UNITS, useUnits, type Unit } from '../units.ts';
import { DASH } from './text-cells.tsx';
import { grouped, shortPrice, shortRate } from './number-text.ts';
import { isBlank, type EditProps, type SearchProps, type ShowProps } from './faces.ts';
import { currencyOf, readTyped } from './read-typed.ts';
import { TypedInput } from './typed-input.tsx';
import { Unread } from './unread.ts';

export function IntegerShow({ field, value }: ShowProps): ReactNode {
  if (isBlank(value)) return DASH;
  return (
    <span className="wb-number">
      {grouped(value)}
      {field.percent && '%'}
    </span>
  );
}

export function MoneyShow({ field, value, row }: ShowProps): ReactNode {
  if (isBlank(value)) return DASH;
  const currency = field.currency ? row[field.currency] : undefined;
  return (
    <span className="wb-number">
      {typeof currency === 'string' && <small>{currency} </small>}
      {grouped(value)}
    </span>
  );
}

export function PriceShow({ value }: ShowProps): ReactNode {
  return isBlank(value) ? DASH : <span className="wb-number">{grouped(shortPrice(value))}</span>;
}

export function RateShow({ field, value }: ShowProps): ReactNode {
  if (isBlank(value)) return DASH;
  return <span className="wb-number">{field.percent ? percentText(value) : shortRate(value)}</span>;
}

/** Whole numbers. */
export function IntegerEdit(props: EditProps): ReactNode {
  return <NumberInput {...props} inputMode="numeric" suffix={props.field.percent ? '%' : undefined} />;
}

/** Amounts stay texts from the key to the server: no float touches them. */
export function DecimalEdit(props: EditProps): ReactNode {
  return <NumberInput {...props} inputMode="decimal" />;
}

/** A share is typed whole, with the sign behind it, and stored as the fraction. */
export function RateEdit(props: EditProps): ReactNode {
  if (!props.field.percent) return <DecimalEdit {...props} />;
  return (
    <TypedInput
      {...props}
      read={(text) => readTyped(props.field, text)}
      print={(value) => percentText(value).replace(/%$/, '')}
      input={{ inputMode: 'decimal', suffix: '%' }}
    />
  );
}

export function MoneyEdit(props: EditProps): ReactNode {
  const currency = props.currency ?? currencyOf(props.field, props.row);
  return <NumberInput {...props} inputMode="decimal" currency={currency} suffix={currency} />;
}

function NumberInput({
  inputMode,
  suffix,
  currency,
  ...props
}: EditProps & {
  inputMode: 'numeric' | 'decimal';
  suffix?: string | undefined;
}): ReactNode {
  return (
    <TypedInput {...props} read={(text) => readTyped(props.field, text, currency)} input={{ inputMode, suffix }} />
  );
}

export function LengthShow({ value }: ShowProps): ReactNode {
  const unit = UNITS.length[useUnits((state) => state.system)];
  return <MeasureText value={value} unit={unit} />;
}

export function WeightShow({ value }: ShowProps): ReactNode {
  const unit = UNITS.weight[useUnits((state) => state.system)];
  return <MeasureText value={value} unit={unit} />;
}

function MeasureText({ value, unit }: { value: unknown; unit: Unit }): ReactNode {
  if (isBlank(value)) return DASH;
  return (
    <span className="wb-number">
      {grouped(unit.show(Number(value)))} <small>{unit.symbol}</small>
    </span>
  );
}

export function LengthEdit(props: EditProps): ReactNode {
  const unit = UNITS.length[useUnits((state) => state.system)];
  return <MeasureInput {...props} unit={unit} />;
}

export function WeightEdit(props: EditProps): ReactNode {
  const unit = UNITS.weight[useUnits((state) => state.system)];
  return <MeasureInput {...props} unit={unit} />;
}

/** Typed in the user's unit, or with one behind it, stored in mm or g. */
function MeasureInput({ unit, ...props }: EditProps & { unit: Unit }): ReactNode {
  return (
    <TypedInput
      {...props}
      read={(text) => readTyped(props.field, text)}
      print={(value) => (typeof value === 'number' ? String(unit.show(value)) : String(value))}
      input={{ inputMode: 'decimal', suffix: unit.symbol }}
    />
  );
}

/** From – to. */
export function NumberRangeSearch(props: SearchProps): ReactNode {
  const { kind, percent } = props.field;
  if (!percent) return <RangeInputs {...props} print={(wire) => wire} />;
  const print = (wire: string): string => (kind === 'rate' ? percentText(wire).replace(/%$/, '') : wire);
  return <RangeInputs {...props} suffix="%" print={print} />;
}

export function LengthRangeSearch(props: SearchProps): ReactNode {
  return <MeasureRange {...props} unit={UNITS.length[useUnits((state) => state.system)]} />;
}

export function WeightRangeSearch(props: SearchProps): ReactNode {
  return <MeasureRange {...props} unit={UNITS.weight[useUnits((state) => state.system)]} />;
}

function MeasureRange({ unit, ...props }: SearchProps & { unit: Unit }): ReactNode {
  return <RangeInputs {...props} suffix={unit.symbol} print={(wire) => String(unit.show(Number(wire)))} />;
}

const BOUNDS = [
  ['begin', '最小'],
  ['end', '最大'],
] as const;

interface TypedBound {
  for: string | undefined;
  text: string;
  /** Why it asks for nothing. */
  fault: string | null;
}

/** What is no number asks for nothing: it stays in sight and is marked. */
function RangeInputs({
  field,
  name,
  id,
  query,
  set,
  print,
  suffix,
}: SearchProps & {
  print: (wire: string) => string;
  suffix?: string;
}): ReactNode {
  const [typed, setTyped] = useState<Record<string, TypedBound>>({});
  return (
    <span className="wb-range" role="group" aria-label={field.title}>
      {BOUNDS.map(([bound, word]) => {
        const key = `${name}_${bound}`;
        const wire = query[key];
        const own = typed[bound]?.for === wire ? typed[bound] : undefined;
        const fault = own?.fault ?? null;
        return (
          <Input
            key={bound}
            {...(bound === 'begin' ? { id } : {})}
            value={own ? own.text : wire === undefined ? '' : print(wire)}
            placeholder={word}
            aria-label={`${field.title}${word}`}
            inputMode="decimal"
            autoComplete="off"
            suffix={suffix}
            {...(fault === null ? {} : { status: 'error', title: fault, 'aria-invalid': true })}
            onChange={({ target }) => {
              const next = readBound(field, target.value);
              const value = next instanceof Unread || next === null ? undefined : String(next);
              setTyped({
                ...typed,
                [bound]: {
                  for: value,
                  text: target.value,
                  fault: next instanceof Unread ? next.message : null,
                },
              });
              set({ [key]: value }, false);
            }}
          />
        );
      })}
    </span>
  );
}

/** Amounts are compared in whatever currency a row has: one that names its own asks for less. */
function readBound(field: Field, text: string): unknown {
  if (field.kind !== 'money') return readTyped(field, text);
  const number = decimalText(text);
  if (text.trim() === '') return null;
  return 'decimal' in number ? number.decimal : new Unread(text, `${field.title}必须是数字`);
}
