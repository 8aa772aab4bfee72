import type { ReactNode } from 'react';
import type { ShownError } from '#kit/model/file-job.ts';
import './import-dialog.css';

const MOST = 10;

type Errors = readonly Pick<ShownError, 'row' | 'title' | 'message'>[];

/**
 * The first errors of a sheet, each at the row where its person finds it, and how many rows with errors there are beyond.
 * @param rows rows with errors in all
 */
export function SheetErrors({ errors, rows }: { errors: Errors; rows: number }): ReactNode {
  if (errors.length === 0) return null;
  const shown = errors.slice(0, MOST);
  const more = rows - new Set(shown.map(({ row }) => row)).size;
  return (
    <>
      <ul className="wb-sheet-errors" aria-label="错误明细">
        {shown.map(({ row, title, message }) => (
          <li key={`${row} ${title} ${message}`}>{[`第 ${row} 行`, title, message].filter(Boolean).join(' · ')}</li>
        ))}
      </ul>
      {more > 0 && <p className="wb-import-counts">还有 {more.toLocaleString('en-US')} 行有错误，见错误数据文件</p>}
    </>
  );
}
