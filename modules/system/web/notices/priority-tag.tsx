import type { ReactNode } from 'react';
import { PRIORITY_TITLES, type Priority } from '../../model/notice.ts';
import './notices.css';

const LOOKS: Readonly<Record<Priority, string>> = { L: 'calm', M: 'important', H: 'urgent' };

/** How urgent a notice is, in words and colour. */
export function PriorityTag({ priority }: { priority: string }): ReactNode {
  const code = priority in LOOKS ? (priority as Priority) : 'L';
  return <span className={`wb-priority wb-priority-${LOOKS[code]}`}>{PRIORITY_TITLES[code]}</span>;
}
