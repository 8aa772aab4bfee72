import type { FormColumn } from '../../model/publish/answers.ts';
import type { ListedGoods } from '../../model/publish/goods.ts';
import type { PublishTaskRow } from '../../model/publish/publish-task.ts';
import type { StoredForm } from './forms.ts';
import type { TaskItem } from './task-items.ts';

/** What of a task its judgement hangs on. */
export type TaskAbout = Pick<PublishTaskRow, 'id' | 'accountId' | 'storefront' | 'classId' | 'isByHand'>;

/** A task with everything that it is judged by. */
export interface OpenedTask {
  task: TaskAbout;
  /** What the marketplace asks now. */
  form: StoredForm;
  items: TaskItem[];
  goods: ReadonlyMap<string, ListedGoods>;
  columns: FormColumn[];
}
