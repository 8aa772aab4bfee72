import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { writeTexts } from '#ui/grid/cell-texts.ts';
import { titleOf, type GridColumn, type GridRow } from '#ui/grid/grid-column.ts';
import type { GridSession } from '#ui/grid/grid-session.ts';
import { Stepper } from '#ui/widgets/stepper.tsx';
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
    <Stepper
      {...{ name, title, isWrong, disabled }}
      text={typed ?? String(stored ?? '')}
      isLeast={!signed && value <= 1}
      onStep={(by) => write(String(value + by))}
      // At every key, as a cell of the grid: what is typed counts as not stored at once.
      onText={(text) => {
        setTyped(text);
        write(text);
      }}
      onLeave={() => setTyped(null)}
    >
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
    </Stepper>
  );
}
