import { itemsIn } from '#modules/catalog/model/attributes.ts';

/** A question as it meets a line: of the form of its category, or of one above. */
export interface Question {
  id: string;
  question: string;
  kind: 'yesNo' | 'choice' | 'text' | 'photo';
  items: readonly string[];
  isRequired: boolean;
  badAnswer: string | null;
}

/** What was answered, by the id of the question. A photo is answered by the photos of the line. */
export type Answers = Readonly<Record<string, string>>;

export const YES_NO = ['是', '否'] as const;

/** Longest answer in words. */
export const LONGEST_ANSWER = 500;

/** What may be chosen; none where the answer is typed or taken as a photo. */
export const offeredAnswers = ({ kind, items }: Pick<Question, 'kind' | 'items'>): readonly string[] =>
  kind === 'yesNo' ? YES_NO : kind === 'choice' ? items : [];

/** What is wrong with a question as it is registered, by field; null where it can be asked. */
export function questionFault(question: {
  kind: string;
  items?: string | null;
  badAnswer?: string | null;
}): { field: 'items' | 'badAnswer'; message: string } | null {
  const kind = question.kind as Question['kind'];
  const items = itemsIn(question.items);
  if (kind === 'choice' && items.length < 2) return { field: 'items', message: '单选至少两个选项' };
  if (!question.badAnswer) return null;
  const offered = offeredAnswers({ kind, items });
  if (offered.length === 0) return { field: 'badAnswer', message: '只有是否题和单选题有不合格答案' };
  return offered.includes(question.badAnswer)
    ? null
    : { field: 'badAnswer', message: `不合格答案须为：${offered.join('、')}` };
}

export interface JudgedAnswers {
  /** What is missing or cannot be, each with its question. */
  faults: { questionId: string; message: string }[];
  /** Questions whose answer says that the goods are not as good as new. */
  bad: Question[];
  /** What is stored: without blanks, and of known questions alone. */
  kept: Answers;
}

/** Judges what was answered of one line. */
export function judgeAnswers(questions: readonly Question[], answers: Answers, photoCount: number): JudgedAnswers {
  const judged: JudgedAnswers = { faults: [], bad: [], kept: {} };
  const kept: Record<string, string> = {};
  for (const question of questions) {
    const { id, kind, isRequired } = question;
    const given = String(answers[id] ?? '').trim();
    if (kind === 'photo') {
      if (isRequired && photoCount === 0)
        judged.faults.push({ questionId: id, message: `请拍照：${question.question}` });
      continue;
    }
    if (given === '') {
      if (isRequired) judged.faults.push({ questionId: id, message: `请回答：${question.question}` });
      continue;
    }
    const offered = offeredAnswers(question);
    if (offered.length > 0 && !offered.includes(given))
      judged.faults.push({ questionId: id, message: `${question.question}：不在选项内` });
    else if (given.length > LONGEST_ANSWER)
      judged.faults.push({
        questionId: id,
        message: `${question.question}：最多 ${LONGEST_ANSWER} 字`,
      });
    else {
      kept[id] = given;
      if (given === question.badAnswer) judged.bad.push(question);
    }
  }
  return { ...judged, kept };
}
