import { Button, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { BlankState } from '#ui/blank-state.tsx';
import { HelpButton } from '../help/help-button.tsx';
import '../detail/detail.css';
import './report.css';

export interface ReportFrameProps<T> {
  title: string;
  /** Behind the title: of what it is, what can be done about it. */
  head?: ReactNode;
  /** Below the head: what it may be narrowed to. */
  filters?: ReactNode;
  /** The question that answers it, as a query has it. */
  query: { data: T | undefined; error: Error | null; refetch: () => unknown };
  /** What is said of a question that failed, above the reason; the reason alone by default. */
  failed?: string;
  /** Spoken while it is awaited. */
  awaited?: string;
  /** Said in place of an answer in which there is nothing; null: there is something. */
  nothing?: (data: T) => { title: string; text: string } | null;
  /** How its figures come about, below them. */
  method?: ReactNode;
  children: (data: T) => ReactNode;
}

/**
 * A report that is no list: one question, its choices in the head, and figures, charts or tables for an answer.
 * It says by itself that it is awaited, that there is nothing, or what failed, with 重试.
 */
export const ReportFrame = <T,>(props: ReportFrameProps<T>): ReactNode => (
  <article className="wb-detail">
    <header className="wb-detail-head">
      <h1 className="wb-detail-name">{props.title}</h1>
      <HelpButton />
      {props.head}
    </header>
    {props.filters}
    <Answer {...props} />
    {props.method && <p className="wb-report-below">{props.method}</p>}
  </article>
);

function Answer<T>({ query, failed, awaited, nothing, children }: ReportFrameProps<T>): ReactNode {
  const { data, error, refetch } = query;
  if (error && data === undefined)
    return (
      <BlankState
        tone="bad"
        title={failed ?? error.message}
        text={failed && error.message}
        actions={
          <Button type="primary" onClick={() => void refetch()}>
            重试
          </Button>
        }
      />
    );
  if (data === undefined) return <Skeleton active aria-label={awaited} />;
  const answers = nothing?.(data);
  return answers ? <BlankState {...answers} /> : children(data);
}
