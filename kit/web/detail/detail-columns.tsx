import type { ReactNode } from 'react';
import './detail-parts.css';

/** A detail in two columns: what it is, and beside it what is next. On a phone 下一步 stands first. */
export const DetailColumns = ({ children, aside }: { children: ReactNode; aside: ReactNode }): ReactNode => (
  <div className="wb-two">
    <div>{children}</div>
    <aside>{aside}</aside>
  </div>
);
