import { auditResource } from '#kit/server/audit.ts';
import { implement, type Route } from '#kit/server/route.ts';
import { changedAnswers } from '../../model/publish/answers.ts';
import { fixedAnswers } from '../../model/publish/fix-answers.ts';
import { roleOf } from '../../model/publish/known-questions.ts';
import { fixCellsRoute, type FixAnswer } from '../../model/publish/publish-routes.ts';
import { publishTask } from '../../model/publish/publish-task.ts';
import { judgeOpened, openTask } from './judge-tasks.ts';
import type { PictureUrl } from './listed-goods.ts';
import { lockEditable, markChanged } from './lock-task.ts';
import { countItems, errorsIn, storeAnswers, type TaskItem } from './task-items.ts';

/** 一键修正: what follows without a doubt is put right; what is left is named, with the page that has its repair. */
export const fixCells = (pictureUrl: PictureUrl): Route =>
  implement(fixCellsRoute, (call) =>
    call.tx(async (tx): Promise<FixAnswer> => {
      const version = typeof call.body.version === 'number' ? call.body.version : null;
      const task = await lockEditable(tx, call.params.id, version);
      const opened = await openTask(tx, task, undefined, pictureUrl);
      const before = await judgeOpened(tx, opened);
      const items = opened.items.map((item): TaskItem => {
        const goods = opened.goods.get(item.skuId);
        if (!goods) return item;
        const fixed = fixedAnswers(opened.columns, item.answers, goods);
        return { ...item, answers: item.liveAnswers === null ? fixed : withOldPrices(item, fixed) };
      });
      const after = await judgeOpened(tx, { ...opened, items });
      await storeAnswers(
        tx,
        items.map((item) => ({ ...item, flaws: after.flaws.get(item.id) ?? [] })),
      );
      await countItems(tx, [task.id]);
      const isChanged = items.some(
        (item, at) => changedAnswers(item.answers, opened.items[at]?.answers ?? []).length > 0,
      );
      if (isChanged) {
        auditResource(tx, publishTask, [{ rowId: task.id, action: 'edit' }]);
        await markChanged(tx, task.id);
      }
      return {
        fixed: Math.max(0, before.errors - after.errors),
        left: items.flatMap(({ id, skuId }) =>
          (after.flaws.get(id) ?? [])
            .filter((flaw) => errorsIn([flaw]) > 0)
            .map(({ code, message }) => ({
              skuId,
              skuCode: opened.goods.get(skuId)?.skuCode ?? '',
              message,
              isAtSku: code === 'cartonMissing',
            })),
        ),
      };
    }),
  );

/** Prices of what stands there have a way of their own. */
const withOldPrices = (item: TaskItem, fixed: TaskItem['answers']): TaskItem['answers'] => {
  const isPrice = (questionId: string): boolean => roleOf({ id: questionId, isPerCarton: false }) === 'price';
  return [
    ...fixed.filter(({ questionId }) => !isPrice(questionId)),
    ...item.answers.filter(({ questionId }) => isPrice(questionId)),
  ];
};
