import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { chapterFile, chaptersOf } from '#kit/model/help.ts';
import { BlankState } from '#ui/blank-state.tsx';
import type { Handbook } from './handbook.ts';
import { readChapter } from './help-chapter.tsx';
import { findChapters, wordsOf, type Searched } from './help-search.ts';

const readAll = (handbook: Handbook): Promise<Searched[]> =>
  Promise.all(
    chaptersOf(handbook.parts).map(async ({ part, chapter }) => {
      const file = chapterFile(part, chapter);
      return { file, title: chapter.title, text: await readChapter(handbook, file) };
    }),
  );

/** Chapters that hold what is sought; all texts are fetched with the first search. */
export function HelpHits({
  handbook,
  typed,
  onRead,
}: {
  handbook: Handbook;
  typed: string;
  onRead: (file: string) => void;
}): ReactNode {
  const { data, error } = useQuery({
    queryKey: ['handbook', 'all'],
    queryFn: () => readAll(handbook),
    staleTime: Infinity,
  });
  if (error) return <BlankState tone="bad" title="搜索失败" text={error.message} />;
  if (!data) return <Skeleton active className="wb-handbook-text" />;
  const hits = findChapters(data, typed);
  if (hits.length === 0) return <BlankState title={`帮助里没有“${typed}”`} text="换一个词，或从目录里找。" />;
  return (
    <ul className="wb-handbook-hits" aria-label="搜索结果">
      {hits.map(({ file, title, excerpt }) => (
        <li key={file}>
          <button type="button" onClick={() => onRead(file)}>
            <strong>{title}</strong>
            <span>{marked(excerpt, wordsOf(typed))}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The words that were sought, marked in a text. */
function marked(text: string, words: readonly string[]): ReactNode {
  const safe = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return text
    .split(new RegExp(`(${safe.join('|')})`, 'i'))
    .map((part, index) => (index % 2 === 1 ? <mark key={index}>{part}</mark> : part));
}
