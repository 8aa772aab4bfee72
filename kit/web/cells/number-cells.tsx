import { Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { UNITS, useUnits, type Unit } from '../units.ts';
import { DASH } from './text-cells.tsx';
import { grouped, measureOf, plainNumber, shortPrice, shortRate } from './number-text.ts';
import { inputProps, isBlank, type EditProps, type SearchProps, type ShowProps } from './faces.ts';

export function IntegerShow({ value }: ShowProps): ReactNode {
  return isBlank(value) ? DASH : <span className="wb-number">{grouped(value)}</span>;
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

export function RateShow({ value }: ShowProps): ReactNode {
  return isBlank(value) ? DASH : <span className="wb-number">{shortRate(value)}</span>;
}

/** Whole numbers: a number once it is one, the text as typed until then. */
export function IntegerEdit(props: EditProps): ReactNode {
  return (
    <NumberInput
      {...props}
      inputMode="numeric"
      read={(text) => (/^-?\d{1,15}$/.test(text) ? Number(text) : text)}
    />
  );
}

/** Amounts stay texts from the key to the server: no float touches them. */
export function DecimalEdit(props: EditProps): ReactNode {
  return <NumberInput {...props} inputMode="decimal" read={(text) => text} />;
}

export function MoneyEdit(props: EditProps): ReactNode {
  const currency = props.field.currency ? props.row?.[props.field.currency] : undefined;
  return (
    <NumberInput
      {...props}
      inputMode="decimal"
      read={(text) => text}
      suffix={typeof currency === 'string' ? currency : undefined}
    />
  );
}

function NumberInput({
  value,
  onChange,
  disabled,
  inputMode,
  read,
  suffix,
  ...props
}: EditProps & {
  inputMode: 'numeric' | 'decimal';
  read: (text: string) => unknown;
  suffix?: string | undefined;
}): ReactNode {
  return (
    <Input
      {...inputProps(props)}
      value={isBlank(value) ? '' : String(value)}
      disabled={disabled ?? false}
      inputMode={inputMode}
      autoComplete="off"
      suffix={suffix}
      onChange={(event) => {
        const text = plainNumber(event.target.value);
        onChange?.(text === '' ? null : read(text));
      }}
    />
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

/** Typed in the user's unit, stored in mm or g; what was typed stays on the screen as typed. */
function MeasureInput({
  value,
  onChange,
  disabled,
  unit,
  ...props
}: EditProps & { unit: Unit }): ReactNode {
  const [typed, setTyped] = useState<{ for: unknown; text: string; symbol: string } | null>(null);
  const isOwn = typed && typed.for === value && typed.symbol === unit.symbol;
  const shown = typeof value === 'number' ? String(unit.show(value)) : String(value ?? '');
  return (
    <Input
      {...inputProps(props)}
      value={isOwn ? typed.text : shown}
      disabled={disabled ?? false}
      inputMode="decimal"
      autoComplete="off"
      suffix={unit.symbol}
      onChange={(event) => {
        const text = plainNumber(event.target.value);
        const next = measureOf(text, unit.store);
        setTyped({ for: next, text, symbol: unit.symbol });
        onChange?.(next);
      }}
    />
  );
}

/** From – to. */
export function NumberRangeSearch(props: SearchProps): ReactNode {
  return <RangeInputs {...props} toWire={(text) => text} toText={(wire) => wire} />;
}

export function LengthRangeSearch(props: SearchProps): ReactNode {
  return <MeasureRange {...props} unit={UNITS.length[useUnits((state) => state.system)]} />;
}

export function WeightRangeSearch(props: SearchProps): ReactNode {
  return <MeasureRange {...props} unit={UNITS.weight[useUnits((state) => state.system)]} />;
}

function MeasureRange({ unit, ...props }: SearchProps & { unit: Unit }): ReactNode {
  return (
    <RangeInputs
      {...props}
      suffix={unit.symbol}
      toWire={(text) => String(unit.store(Number(text)))}
      toText={(wire) => String(unit.show(Number(wire)))}
    />
  );
}

const BOUNDS = [
  ['begin', '最小'],
  ['end', '最大'],
] as const;

function RangeInputs({
  field,
  name,
  id,
  query,
  set,
  toWire,
  toText,
  suffix,
}: SearchProps & {
  toWire: (text: string) => string;
  toText: (wire: string) => string;
  suffix?: string;
}): ReactNode {
  const [typed, setTyped] = useState<Record<string, { for: string | undefined; text: string }>>({});
  return (
    <span className="wb-range" role="group" aria-label={field.title}>
      {BOUNDS.map(([bound, word]) => {
        const key = `${name}_${bound}`;
        const wire = query[key];
        const own = typed[bound];
        const text = own && own.for === wire ? own.text : wire === undefined ? '' : toText(wire);
        return (
          <Input
            key={bound}
            {...(bound === 'begin' ? { id } : {})}
            value={text}
            placeholder={word}
            aria-label={`${field.title}${word}`}
            inputMode="decimal"
            suffix={suffix}
            onChange={(event) => {
              const next = plainNumber(event.target.value);
              const value = /^-?\d+(\.\d+)?$/.test(next) ? toWire(next) : undefined;
              setTyped({ ...typed, [bound]: { for: value, text: next } });
              set({ [key]: value }, false);
            }}
          />
        );
      })}
    </span>
  );
}
