import type { ReactNode } from 'react';
import './new-rows.css';

/** New rows that would push those in sight, one click away; read aloud when their number changes. */
export const NewRows = ({ count, onTake }: { count: number; onTake: () => void }): ReactNode => (
  <span className="wb-new-rows" role="status" aria-live="polite">
    {count > 0 && (
      <button type="button" onClick={onTake}>
        {count} 条新数据 · 刷新
      </button>
    )}
  </span>
);
