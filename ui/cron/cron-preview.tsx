import { useEffect, useState, type ReactNode } from 'react';
import { nextRuns } from '#kit/model/cron/next-runs.ts';
import { parseCron } from '#kit/model/cron/parse.ts';
import { CRON_PREVIEW_DEBOUNCE_MS, CRON_PREVIEW_RUNS } from '#kit/model/limits.ts';
import { toWireTime } from '#kit/model/time.ts';
import { useDebounced } from '../use-debounced.ts';
import { serverNow, useTenantZoneName } from '../tenant-clock.ts';

/** Asks elsewhere for the next runs of an expression from a moment on (0 = now), as texts. */
export type CronPreviewSource = (expression: string, exeStartTime: number) => Promise<readonly string[]>;

const TITLE = '执行预览，会忽略年份参数';

interface CronPreviewProps {
  expression: string;
  source?: CronPreviewSource | undefined;
  /** The moment of the earliest run, in ms since 1970; 0 = now. */
  exeStartTime?: number | undefined;
}

/** The next ten runs without regard to the year, half a second after the last change. */
export function CronPreview({ expression, source, exeStartTime = 0 }: CronPreviewProps): ReactNode {
  const rested = useDebounced(expression, CRON_PREVIEW_DEBOUNCE_MS);
  const zone = useTenantZoneName();
  const requested = useNextRuns(rested, source, exeStartTime);
  const runs = source ? requested : localRuns(rested, zone, exeStartTime);
  return (
    <section className="wb-cron-preview" aria-label={TITLE}>
      <h3>{TITLE}</h3>
      {typeof runs === 'string' ? (
        <p>{runs}</p>
      ) : runs.length === 0 ? (
        <p>无执行时间</p>
      ) : (
        <ol>
          {runs.map((run) => (
            <li key={run}>{run}</li>
          ))}
        </ol>
      )}
    </section>
  );
}

function localRuns(expression: string, zone: string, exeStartTime: number): readonly string[] {
  const parsed = parseCron(expression);
  if (!parsed.ok) return [];
  // A run at the very moment of the start is one.
  const after = new Date(exeStartTime > 0 ? exeStartTime - 1 : serverNow());
  const options = { after, zone, count: CRON_PREVIEW_RUNS, isYearIgnored: true };
  return nextRuns(parsed.cron, options).map((run) => toWireTime(run, zone));
}

/** Runs as the source tells them, or what there is to say instead. */
function useNextRuns(
  expression: string,
  source: CronPreviewSource | undefined,
  exeStartTime: number,
): readonly string[] | string {
  const [answer, setAnswer] = useState<readonly string[] | string>('计算中…');
  useEffect(() => {
    if (!source) return;
    let isCurrent = true;
    const tell = (text: readonly string[] | string): void => {
      if (isCurrent) setAnswer(text);
    };
    if (parseCron(expression).ok)
      source(expression, exeStartTime).then(
        (runs) => tell(runs.slice(0, CRON_PREVIEW_RUNS)),
        (error: unknown) => tell(error instanceof Error ? error.message : '未知错误'),
      );
    else tell([]);
    return () => {
      isCurrent = false;
    };
  }, [expression, source, exeStartTime]);
  return answer;
}
