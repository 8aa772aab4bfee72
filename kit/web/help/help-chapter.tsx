import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import type { ComponentProps, ReactNode } from 'react';
import { chapterFile, chaptersOf, filledIn, placesOf } from '#kit/model/help.ts';
import { BlankState } from '#ui/blank-state.tsx';
import { MarkdownText } from '#ui/editors/markdown-text.tsx';
import type { Handbook } from './handbook.ts';

/** Text of a chapter with the sentences of the declarations. */
export async function readChapter({ parts, text }: Handbook, file: string): Promise<string> {
  const found = chaptersOf(parts).find((one) => chapterFile(one.part, one.chapter) === file);
  return found ? filledIn(await text(file), placesOf(parts, found.chapter)) : '';
}

/** A chapter: its links lead to other chapters and to the pages. */
export function HelpChapter({
  handbook,
  file,
  onRead,
  onOpen,
}: {
  handbook: Handbook;
  file: string;
  onRead: (file: string) => void;
  onOpen: (path: string) => void;
}): ReactNode {
  const { data, error, refetch } = useQuery({
    queryKey: ['handbook', file],
    queryFn: () => readChapter(handbook, file),
    staleTime: Infinity,
  });
  if (error)
    return (
      <BlankState
        tone="bad"
        title="这一章打不开"
        text={error.message}
        actions={<Button onClick={() => void refetch()}>重试</Button>}
      />
    );
  if (data === undefined) return <Skeleton active className="wb-handbook-text" />;
  const page = pageOf(handbook, file);
  const components: ComponentProps<typeof MarkdownText>['components'] = {
    h1: ({ children }) => <h2>{children}</h2>,
    h2: ({ children }) => <h3>{children}</h3>,
    img: ({ src, alt }) => <Picture src={handbook.picture(resolvedIn(file, String(src)))} alt={alt} />,
    a: ({ href = '', children }) => (
      <a
        href={href.endsWith('.md') ? '#' : href}
        onClick={(event) => {
          event.preventDefault();
          if (href.endsWith('.md')) onRead(resolvedIn(file, href));
          else onOpen(href);
        }}
      >
        {children}
      </a>
    ),
  };
  return (
    <article className="wb-handbook-text" tabIndex={-1}>
      <MarkdownText text={data} components={components} />
      {page && <Button onClick={() => onOpen(page)}>打开此页</Button>}
    </article>
  );
}

/** The page that a chapter is about; none where it is about several, or one of a document. */
function pageOf({ parts }: Handbook, file: string): string | undefined {
  const found = chaptersOf(parts).find((one) => chapterFile(one.part, one.chapter) === file);
  return found?.chapter.pages.find((page) => !page.includes(':') && page !== location.pathname);
}

const Picture = ({ src, alt = '' }: { src: string | undefined; alt: string | undefined }): ReactNode =>
  src ? <img src={src} alt={alt} loading="lazy" /> : null;

/** Where an address in a file leads, by its path in the house. */
const resolvedIn = (file: string, address: string): string => new URL(address, `file:///${file}`).pathname.slice(1);
