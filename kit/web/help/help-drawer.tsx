import { useQuery } from '@tanstack/react-query';
import { Button, Drawer, Input } from 'antd';
import { useDeferredValue, useState, type ReactNode } from 'react';
import { chapterAt, chapterFile, chaptersOf } from '#kit/model/help.ts';
import { BlankState } from '#ui/blank-state.tsx';
import { useIsMobile } from '#ui/use-is-mobile.ts';
import { handbookReady, type Handbook } from './handbook.ts';
import { printPage } from '../print/print-page.ts';
import { HelpChapter } from './help-chapter.tsx';
import { HelpHits } from './help-hits.tsx';
import './help.css';

export interface HelpDrawerProps {
  /** Address of the page whose chapter is opened first; none: the first chapter. */
  at?: string | undefined;
  /** Opens a page that a chapter leads to. */
  onOpen: (path: string) => void;
  onClose: () => void;
}

/** The handbook: contents and search at the left, a chapter at the right. */
export function HelpDrawer({ at, onOpen, onClose }: HelpDrawerProps): ReactNode {
  const { data: handbook, error } = useQuery({
    queryKey: ['handbook'],
    queryFn: handbookReady,
    staleTime: Infinity,
  });
  return (
    <Drawer
      open
      title="帮助"
      size={960}
      onClose={onClose}
      styles={{ body: { padding: 0 } }}
      extra={<Button onClick={() => void printPage()}>打印</Button>}
    >
      {error && <BlankState tone="bad" title="帮助打不开" text={error.message} />}
      {handbook && (
        <HelpBook
          handbook={handbook}
          at={at}
          onOpen={(path) => {
            onClose();
            onOpen(path);
          }}
        />
      )}
    </Drawer>
  );
}

function HelpBook({
  handbook,
  at,
  onOpen,
}: Pick<HelpDrawerProps, 'at' | 'onOpen'> & { handbook: Handbook }): ReactNode {
  const [file, setFile] = useState(() => startOf(handbook, at));
  const [typed, setTyped] = useState('');
  const sought = useDeferredValue(typed.trim());
  const read = (next: string): void => {
    setTyped('');
    setFile(next);
  };
  return (
    <div className="wb-handbook">
      <div className="wb-handbook-side">
        <Input.Search
          allowClear
          value={typed}
          aria-label="搜索帮助"
          placeholder="搜索帮助"
          onChange={({ target }) => setTyped(target.value)}
        />
        <Contents handbook={handbook} file={file} onRead={read} />
      </div>
      {sought === '' ? (
        <HelpChapter key={file} handbook={handbook} file={file} onRead={read} onOpen={onOpen} />
      ) : (
        <HelpHits handbook={handbook} typed={sought} onRead={read} />
      )}
    </div>
  );
}

function startOf({ parts }: Handbook, at: string | undefined): string {
  const found = (at === undefined ? undefined : chapterAt(parts, at)) ?? chaptersOf(parts)[0];
  return found ? chapterFile(found.part, found.chapter) : '';
}

/** All chapters by part; folded on a phone, where the text comes first. */
function Contents({
  handbook,
  file,
  onRead,
}: {
  handbook: Handbook;
  file: string;
  onRead: (file: string) => void;
}): ReactNode {
  const isMobile = useIsMobile();
  return (
    <details key={isMobile ? file : ''} className="wb-handbook-contents" open={!isMobile}>
      <summary>目录</summary>
      <nav aria-label="帮助目录">
        {handbook.parts.map((part) => (
          <section key={part.title}>
            <h3>{part.title}</h3>
            {part.chapters.map((chapter) => {
              const own = chapterFile(part, chapter);
              return (
                <button
                  key={own}
                  type="button"
                  {...(own === file ? { 'aria-current': 'true' as const } : {})}
                  onClick={() => onRead(own)}
                >
                  {chapter.title}
                </button>
              );
            })}
          </section>
        ))}
      </nav>
    </details>
  );
}
