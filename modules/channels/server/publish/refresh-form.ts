import { implement, type Route } from '#kit/server/route.ts';
import { formByHand } from '../../model/publish/publish-errors.ts';
import { formChanges } from '../../model/publish/form-changes.ts';
import { refreshFormRoute } from '../../model/publish/publish-routes.ts';
import type { Connections } from '../connections.ts';
import { isByHand, readForm, requireActive } from './ask-channel.ts';
import { formIdOf } from './forms-of-tasks.ts';
import { formById, storeForm } from './forms.ts';
import { lockTask } from './lock-task.ts';

/** 刷新题目: what the class asks now, and how that differs from what this task was filled in by. */
export const refreshForm = (connections: Connections): Route =>
  implement(refreshFormRoute, async (call) => {
    const { task, channel } = await call.tx(async (tx) => {
      const locked = await lockTask(tx, call.params.id);
      return { task: locked, channel: await connections.open(tx, locked.accountId) };
    });
    if (isByHand(channel)) throw formByHand({ channel: channel.connector.title });
    requireActive(channel);
    const questions = await readForm(channel, task.storefront, task.classId);
    return call.tx(async (tx) => {
      const stored = await storeForm(tx, task, questions);
      const own = await formById(tx, await formIdOf(tx, task.id));
      return { isChanged: own.id !== stored.id, changes: formChanges(own.questions, questions) };
    });
  });
