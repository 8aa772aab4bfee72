import type { ReactNode } from 'react';
import { usePage } from '#kit/web/index.ts';
import { OTHER_ICON, TODO_ICONS } from './todo-icons.tsx';

interface HomeCardProps {
  /** Address of the rows that it counts; absent: they are nobody's to open. */
  address: string | null;
  /** Which picture stands at its left. */
  icon: string;
  title: string;
  /** The figure, as it is read. */
  figure: string;
  tone?: 'late' | 'wrong' | undefined;
  /** Beside the title. */
  aside?: ReactNode;
  /** Beside the figure: how long there is. */
  left?: ReactNode;
  /** Below the figure: what it means. */
  note: ReactNode;
}

/** Signs beyond which a figure is set smaller. */
const LONG = 10;

/** A figure of the home page: the whole card leads to the rows behind it. */
export function HomeCard({ address, icon, title, figure, tone, aside, left, note }: HomeCardProps): ReactNode {
  const page = usePage();
  const Icon = TODO_ICONS[icon.split('.')[0] ?? ''] ?? OTHER_ICON;
  const look = `dk-card${tone ? ` dk-card-${tone}` : ''}`;
  const body = (
    <>
      <span className="dk-card-icon" aria-hidden>
        <Icon />
      </span>
      <span className="dk-card-title">
        <span>{title}</span>
        {aside}
      </span>
      <span className="dk-card-count">
        <strong className={figure.length > LONG ? 'dk-card-figure dk-card-long' : 'dk-card-figure'}>{figure}</strong>
        {left}
      </span>
      <span className="dk-card-note">{note}</span>
    </>
  );
  if (address === null) return <div className={look}>{body}</div>;
  return (
    <a
      className={look}
      href={address}
      draggable={false}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        page.open(address);
      }}
    >
      {body}
    </a>
  );
}
