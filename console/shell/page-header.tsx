import type { ReactNode } from 'react';
import { HelpButton } from '#kit/web/help/help-button.tsx';
import type { Crumb } from './menu.ts';
import './page-header.css';

/** Where a page stands: home first, then what leads to it; the last is plain text (spec §2). */
export function Breadcrumb({
  crumbs,
  onOpen,
}: {
  crumbs: readonly Crumb[];
  onOpen: (path: string) => void;
}): ReactNode {
  return (
    <nav className="wb-crumbs" aria-label="面包屑">
      <ol>
        {crumbs.map(({ title, path }, index) => (
          <li key={index} {...(path === null ? { 'aria-current': 'page' as const } : {})}>
            {path === null ? (
              <span title={title}>{title}</span>
            ) : (
              <a
                href={path}
                title={title}
                onClick={(event) => {
                  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                  event.preventDefault();
                  onOpen(path);
                }}
              >
                {title}
              </a>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

interface PageHeaderProps {
  title: string;
  logo?: ReactNode;
  avatar?: ReactNode;
  /** What stands below the title. */
  description?: ReactNode;
  links?: readonly { title: string; href: string }[];
  /** At the right: figures, buttons. */
  extra?: ReactNode;
  /** A picture at the right edge. */
  image?: ReactNode;
  children?: ReactNode;
}

/** Head of a page that introduces itself, with its content below (spec §2, page-content wrapper). */
export function PageContent({
  title,
  logo,
  avatar,
  description,
  links = [],
  extra,
  image,
  children,
}: PageHeaderProps): ReactNode {
  return (
    <div className="wb-content">
      <header className="wb-content-head">
        {logo}
        {avatar}
        <div className="wb-content-title">
          <div className="wb-titled">
            <h1>{title}</h1>
            <HelpButton />
          </div>
          {description && <div className="wb-content-text">{description}</div>}
          {links.length > 0 && (
            <p className="wb-content-links">
              {links.map((link) => (
                <a key={link.href} href={link.href} target="_blank" rel="noreferrer">
                  {link.title}
                </a>
              ))}
            </p>
          )}
        </div>
        {extra && <div className="wb-content-extra">{extra}</div>}
        {image}
      </header>
      {children}
    </div>
  );
}
