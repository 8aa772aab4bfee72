import { command, type Command } from '#kit/server/command.ts';
import { publishLifecycle } from '../../model/publish/publish-lifecycle.ts';

/** 答案有改动: what was judged is judged no more. */
export const changeTask: Command = command(publishLifecycle, 'change', { run: async () => undefined });
