import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import {
  ApiError,
  fetchRoute,
  cue,
  keyOf,
  newKey,
  queryClient,
  refreshResource,
  usePage,
  usePermission,
  useSession,
  useStepQueue,
  useTurns,
  type KeyedStep,
  type ScanMessage,
  type TurnsOfPage,
} from '#kit/web/index.ts';
import { overChoices, readingOf, type DeskNow, type OverChoice } from '../../model/desk-scan.ts';
import {
  returnDeskRoute,
  returnDeskStepRoute,
  type DeskAnswer,
  type DeskFound,
  type DeskLine,
  type DeskReturn,
  type DeskStep,
} from '../../model/return-desk.ts';
import { RETURN_BEYOND, returnOrder } from '../../model/return-order.ts';
import { carryOut, deskActs, lookUp, NO_QUESTION, notRead, openOne, wordsOf, type DeskQuestion } from './desk-acts.ts';
import { withUnstored } from './unstored-counts.ts';

/** Others may count at the same parcel: theirs is seen after so long at most. */
const REFETCH_MS = 4000;

interface QueuedDeskStep extends KeyedStep {
  /** As the address names the parcel, and all returns that are in it. */
  at: string[];
  ids: string[];
  step: DeskStep;
  /** What it was about, for words about a refusal. */
  what: string;
}

const deskKey = (ids: readonly string[]): unknown[] => keyOf(returnOrder, 'desk', ids.join());
const idsOf = (parcel: readonly DeskReturn[]): string[] => parcel.map(({ id }) => id);

export interface ReturnDesk extends DeskNow {
  found: DeskFound | null;
  /** A number that nobody knows, or that leads to orders without a return. */
  unknown: string | null;
  said: ScanMessage | null;
  marked: string | null;
  error: Error | null;
  /** The address names returns, and none of them is there for this person. */
  isGone: boolean;
  retry: () => void;
  turns: TurnsOfPage;
  /** Steps that are not stored yet, and whether that is for want of a network. */
  waiting: number;
  isStuck: boolean;
  read: (text: string) => Promise<void>;
  choose: (id: string) => void;
  count: (line: DeskLine, by: number) => void;
  /** What may be said of more than was announced. */
  overChoices: readonly OverChoice[];
  chooseOver: (choice: OverChoice) => void;
  takeStranger: (returnId: string) => void;
  dropQuestion: () => void;
  undo: () => void;
  receive: () => void;
  finish: (of: DeskReturn) => void;
  leave: () => void;
  /** Opens what was just made at the desk. */
  open: (parcel: readonly DeskReturn[]) => void;
}

const candidatesOf = (found: DeskFound | null) => found?.candidates ?? [];

/** What the desk shows beside the parcel. */
function useShown() {
  const [found, setFound] = useState<DeskFound | null>(null);
  const [unknown, setUnknown] = useState<string | null>(null);
  const [question, setQuestion] = useState<DeskQuestion>(NO_QUESTION);
  const [said, setSaid] = useState<ScanMessage | null>(null);
  const [marked, mark] = useState<string | null>(null);
  const clear = (): void => {
    setFound(null);
    setUnknown(null);
    setQuestion(NO_QUESTION);
    mark(null);
  };
  const say = (now: ScanMessage): void => {
    cue(now.tone);
    setSaid(now);
  };
  return {
    shown: { ...question, found, unknown, said, marked, candidates: candidatesOf(found) },
    question,
    setFound,
    setUnknown,
    setQuestion,
    setSaid,
    mark,
    clear,
    say,
  };
}

/** A parcel at the desk: what is read is judged at once, counted under a key, and shared with whoever stands beside. */
export function useReturnDesk(): ReturnDesk {
  const { query, setQuery } = usePage();
  const at = (query['ids'] ?? '').split(',').filter(Boolean);
  const { shown, question, setUnknown, setSaid, mark, clear, say, ...show } = useShown();
  const steps = useDeskSteps({
    say,
    onOver: (line, by) => setQuestion({ over: { line, by }, stranger: null }),
  });
  const request = useParcel(at, steps.waiting > 0);
  const unstored = steps.unstored(at.join()).map(({ step }) => step);
  const parcel = withUnstored(at.length > 0 ? (request.data ?? []) : [], unstored);
  const now = useRef<DeskNow>({ parcel, candidates: [], ...question });
  const place = useRef(at);
  useEffect(() => {
    place.current = at;
    // Only another address leads elsewhere, not another list of the same.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [at.join()]);
  // The scan behind one that opens a parcel or asks something is carried out before the page is drawn.
  const know = (change: Partial<DeskNow>): void => {
    now.current = { ...now.current, ...change };
  };
  useEffect(() => {
    if (place.current.join() === at.join()) know({ parcel, candidates: shown.candidates, ...question });
  });
  const setQuestion = (next: DeskQuestion): void => {
    know(next);
    show.setQuestion(next);
  };
  const setFound = (found: DeskFound | null): void => {
    know({ candidates: candidatesOf(found) });
    show.setFound(found);
  };
  const goTo = (ids: string[], next: readonly DeskReturn[]): void => {
    place.current = ids;
    know({ parcel: next, candidates: [], ...NO_QUESTION });
    setQuery({ ids: ids.join() });
    clear();
  };
  const open = (next: readonly DeskReturn[]): void => {
    const ids = idsOf(next);
    queryClient.setQueryData(deskKey(ids), next);
    goTo(ids, next);
  };
  const push = (step: DeskStep, what: string): void => {
    void queryClient.cancelQueries({ queryKey: deskKey(place.current) });
    const ids = idsOf(now.current.parcel);
    steps.push({ key: newKey(), at: place.current, ids, step, what });
    know({ parcel: withUnstored(now.current.parcel, [step]) });
  };
  const acts = deskActs({ now, push, say, mark, setQuestion });
  const look = async (text: string, numbers: string[]): Promise<void> => {
    const around = { now: now.current, say, open, setFound, setUnknown, setQuestion };
    await lookUp(text, numbers, around).catch((error: unknown) => say(notRead(text, error)));
  };
  const leave = (): void => {
    goTo([], []);
    setSaid(null);
  };
  const choose = (id: string): Promise<void> => openOne(id, { say, open });
  const mayBeyond = usePermission(RETURN_BEYOND);
  const turns = useTurns();
  const read = (text: string): Promise<void> => {
    const { over } = now.current;
    const choices = over ? overChoices(over, mayBeyond) : [];
    const around = { text, acts, choices, look, leave, choose, now: now.current, say };
    return carryOut(readingOf(now.current, text), around);
  };
  return {
    ...shown,
    ...acts,
    parcel,
    read,
    leave,
    open,
    turns,
    error: request.error,
    choose: (id) => void turns.take(() => choose(id)),
    undo: () => void turns.take(acts.undo),
    receive: () => void turns.take(acts.receive),
    isGone: request.data?.length === 0,
    retry: () => void request.refetch(),
    waiting: steps.waiting,
    isStuck: steps.isStuck,
    overChoices: question.over ? overChoices(question.over, mayBeyond) : [],
    dropQuestion: () => setQuestion(NO_QUESTION),
  };
}

/** The parcel that the address names, asked again for what others count; not while own counts are on their way. */
const useParcel = (at: readonly string[], isSending: boolean) =>
  useQuery({
    queryKey: deskKey(at),
    queryFn: async ({ signal }) => (await fetchRoute(returnDeskRoute, { query: { ids: at.join() }, signal })).parcel,
    enabled: at.length > 0,
    staleTime: 0,
    refetchInterval: isSending ? false : REFETCH_MS,
  });

interface StepHearing {
  say: (message: ScanMessage) => void;
  onOver: (line: DeskLine, by: number) => void;
}

/** Steps on parcels: what they answer is shown, what was refused is said. */
function useDeskSteps({ say, onOver }: StepHearing) {
  const { user } = useSession();
  return useStepQueue<QueuedDeskStep, DeskAnswer>(`waybill.returnDesk.steps.${user.username}`, {
    send: ({ ids, step, key }) => fetchRoute(returnDeskStepRoute, { body: { ids, step }, key }),
    subjectOf: ({ at }) => at.join(),
    onAnswer: ({ at, step }, answer) => {
      // A reading begun before it is older than what it answers.
      void queryClient.cancelQueries({ queryKey: deskKey(at) });
      queryClient.setQueryData(deskKey(at), answer.parcel);
      const words = doneWords(step, answer);
      if (words) say(words);
      if (step.kind === 'receive' || step.kind === 'finish') void refreshResource(returnOrder);
    },
    onRefused: ({ at, step, what }, error) => {
      const known = queryClient.getQueryData<readonly DeskReturn[]>(deskKey(at)) ?? [];
      const line = known.flatMap(({ lines }) => lines).find((one) => step.kind === 'count' && one.id === step.lineId);
      const wantsReason = error instanceof ApiError && error.errors.some(({ field }) => field === 'reason');
      if (line && step.kind === 'count' && wantsReason) onOver(line, step.by);
      say({ tone: 'failed', title: `${what} 没有记下`, description: wordsOf(error) });
      void queryClient.invalidateQueries({ queryKey: deskKey(at) });
    },
  });
}

/** What a stored step came to; a count was said when it was made. */
function doneWords(step: DeskStep, { taken, undone, waiting = [] }: DeskAnswer): ScanMessage | null {
  if (step.kind === 'receive' && waiting.length > 0) {
    const units = waiting.reduce((sum, one) => sum + one.units, 0);
    const title = `${taken > 0 ? `已收货 ${taken} 件；` : ''}${units} 件待他人审核后再收货`;
    return { tone: 'done', title, description: waiting[0]?.reason ?? '' };
  }
  if (step.kind === 'receive') return { tone: 'done', title: `已收货 ${taken} 件，待质检` };
  if (step.kind === 'finish') return { tone: 'done', title: '收货已完成' };
  if (step.kind !== 'undo') return null;
  return undone ? { tone: 'done', title: undone } : { tone: 'failed', title: '没有可撤回的点数' };
}
