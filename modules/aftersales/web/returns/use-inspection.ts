import { useState } from 'react';
import {
  ApiError,
  draftKey,
  refreshResource,
  runMove,
  toast,
  toastError,
  useActionKeys,
  useDraft,
  useUnsavedWork,
  versionNow,
  type DraftOffer,
} from '#kit/web/index.ts';
import { judgeAnswers, type Answers } from '../../model/inspection-answers.ts';
import { proposeFor } from '../../model/propose.ts';
import { returnLifecycle } from '../../model/return-lifecycle.ts';
import type { JudgedLine, ReturnJudging } from '../../model/return-judging.ts';
import { returnOrder, type ReturnOutcome } from '../../model/return-order.ts';

/** What somebody found of one line so far. */
export interface Found {
  good: number;
  damaged: number;
  wrong: number;
  /** Chosen by hand; otherwise as it is proposed. */
  outcome: ReturnOutcome | null;
  /** Of a SKU in several cartons: the one that the trouble was in. */
  cartonNo: number | null;
  answers: Answers;
  /** Addresses of uploads, joined by commas. */
  photos: string;
  note: string;
}

export interface Inspection {
  foundOf: (line: JudgedLine) => Found;
  outcomeOf: (line: JudgedLine) => ReturnOutcome;
  put: (line: JudgedLine, part: Partial<Found>) => void;
  /** What is still wrong with a line, in words; said once somebody wanted to hand it in. */
  faultsOf: (line: JudgedLine) => readonly string[];
  submit: () => Promise<void>;
  /** Lines that are not filled in yet. */
  left: number;
  isBusy: boolean;
  /** What was typed before the session was lost. */
  offer: DraftOffer | null;
}

type Typed = Readonly<Record<string, Found>>;

const photosIn = (photos: string): number => photos.split(',').filter(Boolean).length;

/** Everything came as it was sold, until somebody says otherwise. */
const untouched = ({ received }: JudgedLine): Found => ({
  good: received,
  damaged: 0,
  wrong: 0,
  outcome: null,
  cartonNo: null,
  answers: {},
  photos: '',
  note: '',
});

/** What is wrong with a line: its sum, unanswered questions, good units with an answer that forbids them. */
function faultsOf(line: JudgedLine, found: Found): string[] {
  const { good, damaged, wrong } = found;
  const sum = good + damaged + wrong;
  // Dictionaries are the server's to judge; the moment of an answer is read there as well.
  const context = { zone: 'UTC', dict: () => undefined };
  const { faults, bad } = judgeAnswers(line.questions, found.answers, photosIn(found.photos), context);
  return [
    ...(sum === line.received ? [] : [`收到 ${line.received} 件，现在合计 ${sum} 件`]),
    ...faults,
    ...(good > 0 ? bad.map(({ label }) => `“${label}”不合格，不能按良品收`) : []),
  ];
}

/** An inspection while it is typed; nothing of it is lost by a refusal. */
export function useInspection(judging: ReturnJudging, onDone: () => void): Inspection {
  const [typed, setTyped] = useState<Typed>({});
  const [wasAsked, setRequest] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const keys = useActionKeys();
  const lines = judging.lines.filter(({ received }) => received > 0);
  const isDirty = Object.keys(typed).length > 0;
  useUnsavedWork(isDirty);
  const offer = useDraft({
    key: draftKey('aftersales:returnOrder/inspectPage', judging.id),
    title: `质检：${judging.returnNo}`,
    isDirty,
    take: () => (isDirty ? { typed } : null),
    restore: (values) => setTyped((values['typed'] ?? {}) as Typed),
  });
  const foundOf = (line: JudgedLine): Found => typed[line.id] ?? untouched(line);
  const outcomeOf = (line: JudgedLine): ReturnOutcome => {
    const { outcome, good, damaged, wrong } = foundOf(line);
    const known = { fault: null, outcome: line.outcome, good, damaged, wrong };
    return outcome ?? proposeFor(known).outcome;
  };
  const submit = async (): Promise<void> => {
    setRequest(true);
    if (lines.some((line) => faultsOf(line, foundOf(line)).length > 0))
      return toast.warn('还有没填好的行，红字写着缺什么');
    setBusy(true);
    try {
      const given = lines.map((line) => {
        const { answers, photos, note, outcome: _chosen, cartonNo, ...units } = foundOf(line);
        const known = { lineId: line.id, ...units, outcome: outcomeOf(line), findings: answers };
        return {
          ...known,
          ...(cartonNo ? { cartonNo } : {}),
          ...(photos ? { photos } : {}),
          ...(note ? { note } : {}),
        };
      });
      const version = await versionNow(returnOrder, { ...judging });
      const body = { lines: given, version };
      await runMove(returnLifecycle, judging.id, 'inspect', body, keys.keyFor(body));
      keys.settle(null);
      setTyped({});
      toast.done(`已质检 ${lines.reduce((sum, { received }) => sum + received, 0)} 件，待处置`);
      onDone();
    } catch (error) {
      keys.settle(error);
      const words = error instanceof ApiError ? error.errors.map(({ message }) => message) : [];
      if (words.length > 1) toast.refused('没有提交', words.join('；'));
      else toastError(error);
    } finally {
      setBusy(false);
      void refreshResource(returnOrder);
    }
  };
  return {
    foundOf,
    outcomeOf,
    submit,
    isBusy,
    offer,
    put: (line, part) => setTyped((now) => ({ ...now, [line.id]: { ...(now[line.id] ?? untouched(line)), ...part } })),
    faultsOf: (line) => (wasAsked ? faultsOf(line, foundOf(line)) : []),
    left: lines.filter((line) => faultsOf(line, foundOf(line)).length > 0).length,
  };
}
