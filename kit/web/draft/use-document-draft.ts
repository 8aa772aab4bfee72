import type { FormInstance } from 'antd';
import { useState } from 'react';
import type { DraftShape } from '#kit/model/draft-shape.ts';
import { useActionKeys } from '#ui/http/action-key.ts';
import { ApiError } from '#ui/http/api-error.ts';
import { findLifecycle } from '../declarations.ts';
import { useNewsOfRow, type NewsOfRow } from '../detail/use-news-of-row.ts';
import { fetchRow, type DetailRow } from '../detail/use-row.ts';
import { toast } from '#ui/feedback.tsx';
import { bothChanged, changedValues, storedValues, typedValues } from '../form/form-values.ts';
import { isStaleVersion, useSubmission, type Submission } from '../form/use-submission.ts';
import type { GridRow } from '#ui/grid/grid-column.ts';
import { runMove } from '../lifecycle/run-move.ts';
import { refreshResource } from '../query-client.ts';
import { callResource } from '../resource-call.ts';
import { wireLine } from './draft-columns.ts';
import { useDraftLines, type DraftLinesState } from './use-draft-lines.ts';

type Values = Record<string, unknown>;

interface DocumentDraft extends Omit<DraftLinesState, 'refuse' | 'load' | 'settled'> {
  /** The stored draft that is edited; absent = a new one. */
  before: DetailRow | undefined;
  submission: Submission;
  /** Both have changed the same of its head: it waits for a choice. */
  isClashing: boolean;
  /** Stores the draft; with `isHandedIn` it is submitted as well. */
  save: (values: Values, isHandedIn: boolean) => Promise<void>;
  /** Marks what is wrong in the lines, and says it. */
  markLines: DraftLinesState['settled'];
  /** After somebody else changed it: start again from theirs, or go on with ours over it. */
  takeTheirs: (latest: DetailRow) => void;
  /** @param theirs keys whose latest values are taken all the same */
  keepMine: (latest: DetailRow, theirs?: readonly string[]) => void;
}

interface Stored {
  id: string;
  version: number;
}

/** The move that hands a draft in. */
export const SUBMIT = 'submit';

/**
 * Head, lines and sending of a document that is still a draft. What is refused stays typed; what
 * others store meanwhile comes in beside it; a draft that was stored but not taken in when it was
 * submitted is edited from then on.
 * @param keys of a line that this user sees
 */
export function useDocumentDraft(
  shape: DraftShape,
  keys: readonly string[],
  form: FormInstance<Values>,
  row: DetailRow | undefined,
  onDone: (id: string) => void,
): DocumentDraft {
  const { resource, head } = shape;
  const [before, setBefore] = useState(row);
  const [isClashing, setClashing] = useState(false);
  const { refuse, load, settled, ...lines } = useDraftLines(shape, row);
  const submission = useSubmission(form, new Set(Object.keys(head)), { reportsStale: true });
  const sending = useSending(shape);

  const goOn = (latest: DetailRow, theirs: readonly string[] = []): void => {
    const mine = changedValues(head, before ?? {}, form.getFieldsValue());
    for (const key of theirs) delete mine[key];
    form.setFieldsValue({ ...storedValues(head, latest), ...mine });
    setBefore(latest);
    setClashing(false);
  };
  /** As it is stored now, under what was typed here. @returns whether nothing is to be chosen first */
  const takeNews = (latest: DetailRow): boolean => {
    lines.merge(latest);
    const isFree = bothChanged(head, before ?? {}, form.getFieldsValue(), latest).length === 0;
    if (isFree) goOn(latest);
    else setClashing(true);
    return isFree;
  };
  /** As it is stored now, in place of everything typed but what came after `sent` was on its way. */
  const start = (latest: DetailRow, sent?: Values): void => {
    const since = sent ? typedValues(sent, form.getFieldsValue()) : {};
    setBefore(latest);
    load(latest);
    setClashing(false);
    form.setFieldsValue({ ...storedValues(head, latest), ...since });
  };
  const news = useNewsOfRow({ of: resource, id: before?.id, told: resource }, (latest) => {
    if (latest['version'] !== before?.['version'] && !submission.isBusy) takeNews(latest);
  });

  const send = async (values: Values, isHandedIn: boolean, rows: readonly GridRow[]) => {
    const sent = rows.map((line) => wireLine(line, keys, lines.isStored(line.id)));
    const { message, ...stored } = await sending.store(before, { ...values, lines: sent });
    if (isHandedIn) {
      setBefore({ ...before, ...values, ...stored });
      await sending.handIn(stored, (latest) => start(latest, values));
    }
    toast.done(isHandedIn ? `${resource.title}已提交` : message);
    onDone(stored.id);
  };

  return {
    ...lines,
    markLines: settled,
    before,
    submission,
    isClashing,
    async save(values, isHandedIn) {
      const rows = await settled(isHandedIn);
      if (!rows) return;
      await submission.run(async () => {
        try {
          await send(values, isHandedIn, rows);
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          if (isStaleVersion(error) && takeNews(await latestOf(news, error))) return refuse([], TOO_LATE);
          refuse(error.errors);
          throw error;
        } finally {
          void refreshResource(resource);
        }
      });
    },
    takeTheirs(latest) {
      start(latest);
      submission.clear();
    },
    keepMine(latest, theirs) {
      lines.merge(latest);
      goOn(latest, theirs);
      submission.clear();
    },
  };
}

const TOO_LATE = '数据已被他人修改，已载入最新内容；您录入的内容保留，请核对后再次保存';

/** The draft as it is stored; where nobody can say, the refusal is shown. */
const latestOf = (news: NewsOfRow, refused: ApiError): Promise<DetailRow> =>
  news.fetch().catch(() => Promise.reject(refused));

/** The calls of a draft, each under a key of its own: sent again unchanged, it happens once. */
function useSending({ resource }: DraftShape) {
  const storing = useActionKeys();
  const handingIn = useActionKeys();
  return {
    async store(before: DetailRow | undefined, values: Values) {
      const place = before ? { id: before.id, version: before['version'] } : {};
      const body = { ...place, ...values };
      const { message, result } = await keyed(storing, body, (key) =>
        callResource<Stored>(resource, before ? 'edit' : 'add', { body, key }),
      );
      return { message, ...result };
    },
    /** @param onStored called with the draft as it is stored, where it was not taken in */
    async handIn({ id, version }: Stored, onStored: (row: DetailRow) => void): Promise<void> {
      const lifecycle = findLifecycle(resource);
      if (!lifecycle) throw new Error(`${resource.name} has no lifecycle`);
      try {
        await keyed(handingIn, { id, version }, (key) => runMove(lifecycle, id, SUBMIT, { version }, key));
      } catch (error) {
        toast.warn('草稿已保存，尚未提交');
        // Whole, so that others' changes can be distinguished from it.
        const row = await fetchRow(resource, id).catch(() => null);
        if (row) onStored(row);
        throw error;
      }
    },
  };
}

async function keyed<T>(
  keys: ReturnType<typeof useActionKeys>,
  body: object,
  send: (key: string) => Promise<T>,
): Promise<T> {
  try {
    const answer = await send(keys.keyFor(body));
    keys.settle(null);
    return answer;
  } catch (error) {
    keys.settle(error);
    throw error;
  }
}
