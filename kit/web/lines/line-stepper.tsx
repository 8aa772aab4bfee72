import { MinusOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { writeTexts } from '#ui/grid/cell-texts.ts';
import { titleOf, type GridColumn, type GridRow } from '#ui/grid/grid-column.ts';
import type { GridSession } from '#ui/grid/grid-session.ts';
import { isSigned } from './scanned-line.ts';

/** A number with − and +: what is typed is read and judged as in the cell of a grid. */
export function LineStepper({
  session,
  row,
  column,
  name,
  isWrong,
  disabled,
}: {
  session: GridSession;
  row: GridRow;
  column: GridColumn;
  /** What the line is about. */
  name: string;
  isWrong: boolean;
  disabled: boolean;
}): ReactNode {
  const [typed, setTyped] = useState<string | null>(null);
  const stored = row[column.key];
  const value = Number(stored) || 0;
  const signed = isSigned(column);
  const title = titleOf(column);
  const write = (text: string): void => {
    if (text !== String(stored ?? '')) writeTexts(session, [{ row, column, text }]);
  };
  return (
    <div role="group" aria-label={`${name} ${title}`} className="wb-line-stepper">
      <Button
        aria-label={`${title}减一`}
        icon={<MinusOutlined aria-hidden />}
        disabled={disabled || (!signed && value <= 1)}
        onClick={() => write(String(value - 1))}
      />
      <Input
        aria-label={title}
        aria-invalid={isWrong}
        {...(isWrong ? { status: 'error' as const } : {})}
        inputMode="numeric"
        enterKeyHint="done"
        autoComplete="off"
        disabled={disabled}
        value={typed ?? String(stored ?? '')}
        onFocus={(event) => event.target.select()}
        // At every key, as a cell of the grid: what is typed counts as not stored at once.
        onChange={({ target }) => {
          setTyped(target.value);
          write(target.value);
        }}
        onBlur={() => setTyped(null)}
        onPressEnter={(event) => {
          event.preventDefault();
          event.currentTarget.blur();
        }}
      />
      <Button
        aria-label={`${title}加一`}
        icon={<PlusOutlined aria-hidden />}
        disabled={disabled}
        onClick={() => write(String(value + 1))}
      />
      {/* The keypad of an iPhone has no minus. */}
      {signed && (
        <Button
          aria-label={`${title}正负互换`}
          disabled={disabled || value === 0}
          onClick={() => write(String(-value))}
        >
          ±
        </Button>
      )}
    </div>
  );
}
