import type { ReactNode } from 'react';
import './blank-state.css';

/** What stands where content would be: what happened, and what to do next. */
export function BlankState({
  title,
  text,
  actions,
  tone = 'calm',
}: {
  title: ReactNode;
  text?: ReactNode;
  actions?: ReactNode;
  tone?: 'calm' | 'bad';
}): ReactNode {
  return (
    <div className={`wb-blank wb-blank-${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
      <div className="wb-blank-title">{title}</div>
      {text && <div className="wb-blank-text">{text}</div>}
      {actions && <div className="wb-blank-actions">{actions}</div>}
    </div>
  );
}
