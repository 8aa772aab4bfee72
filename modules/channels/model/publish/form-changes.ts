import type { ListingQuestion } from '../port.ts';
import { allQuestions } from './answers.ts';

/** What a marketplace asks otherwise than it did. */
export interface FormChanges {
  added: { questionId: string; title: string; isRequired: boolean }[];
  gone: { questionId: string; title: string }[];
  changed: { questionId: string; title: string; what: string }[];
}

/** How the questions of a class differ from those that a draft was filled in by. */
export function formChanges(before: readonly ListingQuestion[], now: readonly ListingQuestion[]): FormChanges {
  const old = new Map(allQuestions(before).map((one) => [one.id, one]));
  const current = new Map(allQuestions(now).map((one) => [one.id, one]));
  return {
    added: [...current.values()]
      .filter(({ id }) => !old.has(id))
      .map(({ id, title, importance }) => ({ questionId: id, title, isRequired: importance === 'required' })),
    gone: [...old.values()].filter(({ id }) => !current.has(id)).map(({ id, title }) => ({ questionId: id, title })),
    changed: [...current.values()].flatMap((one) => {
      const was = old.get(one.id);
      const what = was ? changesOf(was, one) : [];
      return what.length > 0 ? [{ questionId: one.id, title: one.title, what: what.join('、') }] : [];
    }),
  };
}

const IMPORTANCE: Record<ListingQuestion['importance'], string> = {
  required: '必填',
  recommended: '建议填',
  optional: '选填',
};

function changesOf(was: ListingQuestion, now: ListingQuestion): string[] {
  const keys = (one: ListingQuestion): string[] => one.choices.map(({ key }) => key);
  const lost = keys(was).filter((key) => !keys(now).includes(key)).length;
  const won = keys(now).filter((key) => !keys(was).includes(key)).length;
  const said: (string | false)[] = [
    was.title !== now.title && `改名自“${was.title}”`,
    was.importance !== now.importance && `由${IMPORTANCE[was.importance]}改为${IMPORTANCE[now.importance]}`,
    was.answer !== now.answer && '答案类型变了',
    was.isMultiple !== now.isMultiple && (now.isMultiple ? '可填多个' : '只能填一个'),
    was.isPerCarton !== now.isPerCarton && (now.isPerCarton ? '改为每箱一答' : '不再每箱一答'),
    lost > 0 && `少了 ${lost} 个选项`,
    won > 0 && `多了 ${won} 个选项`,
    JSON.stringify(was.askedWhen) !== JSON.stringify(now.askedWhen) && '出现条件变了',
  ];
  return said.filter((one) => one !== false);
}
