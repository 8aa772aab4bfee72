import { Button, Checkbox, Input, Segmented } from 'antd';
import { useState, type DragEvent, type KeyboardEvent, type ReactNode } from 'react';
import { NARROWEST_COLUMN, WIDEST_COLUMN, type Arrangement, type Density, type Pin } from '#kit/model/list-view.ts';
import { choicesOf, type Placed } from './arranged-columns.ts';
import './column-panel.css';

export interface ColumnPanelProps {
  /** All columns in their order. */
  columns: readonly Placed[];
  density: Density;
  /** null: as it comes. */
  onArrange: (next: Arrangement | null) => void;
}

const DENSITIES: { value: Density; label: string }[] = [
  { value: 'comfortable', label: '宽松' },
  { value: 'compact', label: '紧凑' },
];

/** The columns of a list, to be dragged or moved by the keyboard, hidden, pinned and measured. */
export function ColumnPanel({ columns, density, onArrange }: ColumnPanelProps): ReactNode {
  const [dragged, setDragged] = useState<string | null>(null);
  const [aim, setAim] = useState<number | null>(null);
  const from = columns.findIndex(({ key }) => key === dragged);
  const keep = (next: readonly Placed[]): void => onArrange({ columns: choicesOf(next), density });
  const change = (key: string, patch: Partial<Placed>): void =>
    keep(columns.map((column) => (column.key === key ? { ...column, ...patch } : column)));
  const end = (): void => {
    setDragged(null);
    setAim(null);
  };
  return (
    <div className="wb-columns">
      <p id="wb-columns-how">拖动或按 Alt+↑↓ 调整顺序；在表头右边缘拖动调整列宽。</p>
      <ol aria-label="列" aria-describedby="wb-columns-how">
        {columns.map((column, at) => (
          <ColumnRow
            key={column.key}
            column={column}
            // It names the row: always there.
            isFixed={column.isName}
            aim={aim === at && dragged !== column.key ? (from < at ? 'below' : 'above') : null}
            onChange={(patch) => change(column.key, patch)}
            onMove={(by) => keep(moved(columns, at, at + by))}
            onDrag={() => setDragged(column.key)}
            onAim={() => setAim(at)}
            onDrop={() => {
              if (from >= 0 && from !== at) keep(moved(columns, from, at));
              end();
            }}
            onEnd={end}
          />
        ))}
      </ol>
      <div className="wb-columns-foot">
        <Segmented<Density>
          size="small"
          aria-label="密度"
          options={DENSITIES}
          value={density}
          onChange={(next) => onArrange({ columns: choicesOf(columns), density: next })}
        />
        <Button size="small" onClick={() => onArrange(null)}>
          恢复默认
        </Button>
      </div>
    </div>
  );
}

/** A list with one of it at another place; beyond its ends nothing moves. */
function moved<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const [one, ...none] = list.slice(from, from + 1);
  if (one === undefined || none.length > 0 || to < 0 || to >= list.length) return list;
  return list.toSpliced(from, 1).toSpliced(to, 0, one);
}

const STEPS: Partial<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };
const PINS: { pin: Pin; text: string; title: string }[] = [
  { pin: 'start', text: '左', title: '固定在左侧' },
  { pin: 'end', text: '右', title: '固定在右侧' },
];

function ColumnRow({
  column: { title, isShown, pin, width, ownWidth, below },
  isFixed,
  aim,
  onChange,
  onMove,
  onDrag,
  onAim,
  onDrop,
  onEnd,
}: {
  column: Placed;
  isFixed: boolean;
  /** Where what is dragged over it would go. */
  aim: 'above' | 'below' | null;
  onChange: (patch: Partial<Placed>) => void;
  onMove: (by: number) => void;
  onDrag: () => void;
  onAim: () => void;
  onDrop: () => void;
  onEnd: () => void;
}): ReactNode {
  const step = (event: KeyboardEvent): void => {
    const by = event.altKey ? STEPS[event.key] : undefined;
    if (!by) return;
    event.preventDefault();
    onMove(by);
  };
  const over = (event: DragEvent): void => {
    event.preventDefault();
    onAim();
  };
  return (
    <li
      className={aim ? `wb-columns-${aim}` : undefined}
      draggable
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', title);
        onDrag();
      }}
      onDragOver={over}
      onDrop={(event) => {
        event.preventDefault();
        onDrop();
      }}
      onDragEnd={onEnd}
      onKeyDown={step}
    >
      <span className="wb-columns-grip" aria-hidden>
        ⠿
      </span>
      <Checkbox checked={isShown} disabled={isFixed} onChange={({ target }) => onChange({ isShown: target.checked })}>
        {title}
      </Checkbox>
      {!isShown && below && <small>在“{below}”下</small>}
      <span className="wb-columns-more">
        {PINS.map((one) => (
          <Button
            key={one.pin}
            size="small"
            type={pin === one.pin ? 'primary' : 'text'}
            aria-pressed={pin === one.pin}
            aria-label={`${title}${one.title}`}
            title={one.title}
            onClick={() => onChange({ pin: pin === one.pin ? 'none' : one.pin })}
          >
            {one.text}
          </Button>
        ))}
        <WidthInput
          label={`${title}列宽`}
          usual={width}
          value={ownWidth}
          onChange={(next) => onChange({ ownWidth: next })}
        />
      </span>
    </li>
  );
}

/** px of a column, blank for as many as it needs; what cannot be read stays to be put right. */
function WidthInput({
  label,
  usual,
  value,
  onChange,
}: {
  label: string;
  usual: number;
  value: number | null;
  onChange: (next: number | null) => void;
}): ReactNode {
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? (value === null ? '' : String(value));
  const next = readWidth(text);
  // Typed digit by digit the column would jump about: at the end.
  const end = (): void => {
    if (next === undefined) return;
    setTyped(null);
    if (next !== value) onChange(next);
  };
  return (
    <Input
      size="small"
      inputMode="numeric"
      aria-label={label}
      placeholder={String(Math.round(usual))}
      title={next === undefined ? `请输入 ${NARROWEST_COLUMN} 到 ${WIDEST_COLUMN} 的整数` : '列宽'}
      {...(next === undefined ? { status: 'error' as const } : {})}
      value={text}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={end}
      onPressEnter={end}
    />
  );
}

/** @returns null for a blank, undefined for what is no width */
function readWidth(text: string): number | null | undefined {
  if (text.trim() === '') return null;
  const width = Number(text);
  const isWidth = Number.isInteger(width) && width >= NARROWEST_COLUMN && width <= WIDEST_COLUMN;
  return isWidth ? width : undefined;
}
