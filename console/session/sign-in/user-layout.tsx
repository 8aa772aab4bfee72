import type { ReactNode } from 'react';
import type { Brand } from '../../brand.ts';
import { Mark } from '../../mark/mark.tsx';
import world from './world.svg?no-inline';
import './user-layout.css';

/**
 * The user layout (spec §2): logo, title and tagline above a card, links and copyright below. Where there
 * is room, a picture of what the product is about stands beside it, the tagline below that.
 */
export function UserLayout({
  brand,
  note,
  children,
}: {
  brand: Brand;
  /** Why somebody has to sign in again. */
  note?: string | null;
  children: ReactNode;
}): ReactNode {
  return (
    <div className="wb-user">
      <svg className="wb-user-world" viewBox="0 0 760 600" preserveAspectRatio="xMidYMax" aria-hidden>
        <use href={`${world}#world`} />
      </svg>
      <main className="wb-user-card">
        <Mark brand={brand} className="wb-user-logo" />
        <h1>{brand.platform}</h1>
        <p className="wb-user-tagline">{brand.tagline}</p>
        {note && (
          <p className="wb-user-note" role="status">
            {note}
          </p>
        )}
        {children}
      </main>
      <Footer brand={brand} />
    </div>
  );
}

function Footer({ brand }: { brand: Brand }): ReactNode {
  const links = [
    ['帮助', brand.helpUrl],
    ['隐私', brand.privacyUrl],
    ['条款', brand.termsUrl],
  ].filter(([, url]) => url);
  return (
    <footer className="wb-user-footer">
      {links.length > 0 && (
        <nav aria-label="平台链接">
          {links.map(([title, url]) => (
            <a key={title} href={url} target="_blank" rel="noreferrer">
              {title}
            </a>
          ))}
        </nav>
      )}
      <span>{brand.copyright}</span>
      {brand.filing && <span>{brand.filing}</span>}
    </footer>
  );
}
