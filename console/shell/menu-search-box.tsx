import { SearchOutlined } from '@ant-design/icons';
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useAccessStore } from '#kit/web/session/access.ts';
import { useMenuChoice } from './menu-choice.tsx';
import { searchMenu, type MenuHit } from './menu-search.ts';
import type { MenuEntry } from './menu.ts';
import './menu-search.css';

export interface MenuSearchProps {
  entries: readonly MenuEntry[];
  onOpen: (path: string) => void;
  placeholder?: string;
}

/** Finds pages of the menu while typing; Ctrl+K or ⌘K leads here. */
export function MenuSearchBox({ entries, onOpen, placeholder = '搜索菜单 Ctrl+K' }: MenuSearchProps): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  const list = useId();
  const search = useSearch(entries, (key) => {
    choose(key);
    input.current?.blur();
  });
  const choose = useMenuChoice(entries, onOpen);
  useFocusKey(input);
  const { text, hits, at, isOpen } = search;
  return (
    <div className="wb-menu-search" role="search">
      <SearchOutlined />
      <input
        ref={input}
        role="combobox"
        aria-label="搜索菜单"
        aria-expanded={isOpen}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && hits.length > 0 ? `${list}-${at}` : undefined}
        autoComplete="off"
        placeholder={placeholder}
        value={text}
        onChange={(event) => search.type(event.target.value)}
        onKeyDown={search.onKeyDown}
        onFocus={() => search.setOpen(true)}
        onBlur={() => search.setOpen(false)}
      />
      {isOpen && <Hits id={list} hits={hits} at={at} onChoose={search.choose} />}
    </div>
  );
}

function useSearch(entries: readonly MenuEntry[], onChoose: (key: string) => void) {
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const [isRequested, setOpen] = useState(false);
  const routes = useAccessStore((state) => state.routes);
  const hits = useMemo(() => {
    const paths = new Set(routes.map((route) => route.path));
    return searchMenu(entries, text, (key) => paths.has(key));
  }, [entries, text, routes]);
  const type = (next: string): void => {
    setText(next);
    setAt(0);
    setOpen(true);
  };
  const choose = (hit: MenuHit | undefined): void => {
    if (!hit) return;
    type('');
    onChoose(hit.key);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // An input method chooses signs with the same keys.
    if (event.nativeEvent.isComposing) return;
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step !== undefined && hits.length > 0) {
      event.preventDefault();
      setAt((at + step + hits.length) % hits.length);
    } else if (event.key === 'Enter') choose(hits[at]);
    else if (event.key === 'Escape' && text !== '') {
      event.stopPropagation();
      type('');
    }
  };
  return {
    text,
    hits,
    at,
    isOpen: isRequested && text.trim() !== '',
    type,
    choose,
    setOpen,
    onKeyDown,
  };
}

function Hits({
  id,
  hits,
  at,
  onChoose,
}: {
  id: string;
  hits: readonly MenuHit[];
  at: number;
  onChoose: (hit: MenuHit) => void;
}): ReactNode {
  const front = useRef<HTMLLIElement>(null);
  useEffect(() => {
    front.current?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  if (hits.length === 0)
    return (
      <p className="wb-menu-hits" id={id} role="status">
        没有匹配的菜单
      </p>
    );
  return (
    <ul className="wb-menu-hits" id={id} role="listbox" aria-label="匹配的菜单">
      {hits.map((hit, index) => (
        <li
          key={hit.key}
          id={`${id}-${index}`}
          ref={index === at ? front : null}
          role="option"
          aria-selected={index === at}
          title={hit.trail}
          // The input keeps the focus: leaving it closes the list before the click arrives.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(hit)}
        >
          {hit.trail}
        </li>
      ))}
    </ul>
  );
}

function useFocusKey(input: React.RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [input]);
}
