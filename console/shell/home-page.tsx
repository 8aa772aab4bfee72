import type { ReactNode } from 'react';
import { useSessionStore } from '#kit/web/session/session-store.ts';
import { greetingNow } from './greeting.ts';
import type { MenuEntry } from './menu.ts';
import { menuIcon } from './menu-icons.tsx';
import { usePage } from '#ui/page/page-context.ts';
import { useMenuEntries } from './use-menu-entries.ts';
import './home-page.css';

/** Home until a module offers one: a greeting, and every page the user may open, one click away. */
export function HomePage(): ReactNode {
  const page = usePage();
  const user = useSessionStore((state) => state.session?.user);
  const groups = useMenuEntries().filter((entry) => entry.key !== page.path);
  return (
    <div className="wb-home">
      <h1>
        {greetingNow()}，{user?.realname || user?.username}
      </h1>
      <div className="wb-home-groups">
        {groups.map((group) => (
          <section key={group.key}>
            <h2>
              {menuIcon(group.icon)} {group.title}
            </h2>
            <ul>
              {leavesOf(group).map((entry) => (
                <li key={entry.key}>
                  <a
                    href={entry.url ?? entry.key}
                    {...(entry.url ? { target: '_blank', rel: 'noreferrer' } : {})}
                    onClick={(event) => {
                      if (entry.url || event.ctrlKey || event.metaKey) return;
                      event.preventDefault();
                      page.open(entry.key);
                    }}
                  >
                    {entry.title}
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  );
}

const leavesOf = (entry: MenuEntry): MenuEntry[] =>
  entry.children.length === 0 ? [entry] : entry.children.flatMap(leavesOf);
