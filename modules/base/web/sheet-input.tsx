import { Button } from 'antd';
import { useState, type ClipboardEvent, type KeyboardEvent, type ReactNode } from 'react';
import { isBlank, parseClipboard, type EditProps } from '#kit/web/index.ts';
import type { SheetFault } from '../model/freight-sheets.ts';
import { asSheet, asText, pastedInto, withCell, withColumn, withRow } from './sheet-cells.ts';
import './sheet-input.css';

interface SheetInputProps extends EditProps {
  /** What an empty one begins with: its headings. */
  start: readonly (readonly string[])[];
  /** Columns may be added. */
  mayWiden?: boolean;
  /** What is wrong with it, and in which line. */
  fault: (text: string) => SheetFault | null;
}

/** Rows in sight at a time: a price list has some hundred, zones of a country a thousand. */
const STEP = 60;

/**
 * A sheet of plain cells as the value of one text: typed, or pasted from a spreadsheet at the cell
 * where the cursor stands. The line that is wrong is marked as it is typed.
 */
export function SheetInput(props: SheetInputProps): ReactNode {
  const { field, value, onChange, disabled = false, start, mayWiden = false, fault, id } = props;
  const text = isBlank(value) ? '' : String(value);
  // Empty rows and columns at the end are no part of the text, yet stand here to be typed into.
  const [own, setOwn] = useState<{ text: string; sheet: string[][] } | null>(null);
  const stored = text === '' ? start.map((row) => [...row]) : asSheet(text);
  const sheet = own?.text === text ? own.sheet : stored;
  const [most, setMost] = useState(STEP);
  const put = (next: string[][]): void => {
    setOwn({ text: asText(next), sheet: next });
    onChange?.(asText(next));
  };
  const clear = (): void => {
    setOwn(null);
    onChange?.(null);
  };
  const wrong = text === '' ? null : fault(text);
  const paste = (event: ClipboardEvent, row: number, column: number): void => {
    const { clipboardData: board } = event;
    const cells = parseClipboard({
      text: board.getData('text/plain'),
      html: board.getData('text/html'),
    });
    if (cells.length < 2 && (cells[0]?.length ?? 0) < 2) return;
    event.preventDefault();
    put(pastedInto(sheet, cells, row, column));
    setMost(Math.max(most, row + cells.length));
  };
  return (
    <div id={id} tabIndex={-1} className="ba-sheet" role="group">
      <div className="ba-sheet-cells">
        <table aria-label={field.title}>
          <tbody>
            {sheet.slice(0, most).map((cells, row) => (
              <tr key={row} data-wrong={wrong?.line === row + 1}>
                <th scope="row">{row + 1}</th>
                {cells.map((cell, column) => (
                  <td key={column} data-head={row === 0}>
                    <input
                      aria-label={`${field.title} 第${row + 1}行第${column + 1}格`}
                      value={cell}
                      disabled={disabled}
                      onChange={(event) => put(withCell(sheet, row, column, event.target.value))}
                      onPaste={(event) => paste(event, row, column)}
                      onKeyDown={(event) => step(event, row, column)}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="ba-sheet-acts">
        {!disabled && <Button onClick={() => put(withRow(sheet))}>增加一行</Button>}
        {!disabled && mayWiden && <Button onClick={() => put(withColumn(sheet))}>增加一列</Button>}
        {!disabled && text !== '' && <Button onClick={clear}>清空</Button>}
        {sheet.length > most && (
          <Button type="link" onClick={() => setMost(most + STEP * 5)}>
            再显示一些（共 {sheet.length} 行）
          </Button>
        )}
        <span className="ba-example">可从 Excel 整块粘贴</span>
      </div>
      {wrong && (
        <p className="ba-fault" role="alert">
          第 {wrong.line} 行：{wrong.message}
        </p>
      )}
    </div>
  );
}

/** Enter and the arrows lead down and up; Enter sends no form. */
function step(event: KeyboardEvent<HTMLInputElement>, row: number, column: number): void {
  const way = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (way === undefined) return;
  event.preventDefault();
  const rows = event.currentTarget.closest('tbody')?.rows;
  rows?.[row + way]?.cells[column + 1]?.querySelector('input')?.focus();
}
