import { command, type Command } from '#kit/server/command.ts';
import { ruleTaskLifecycle } from '../model/rule-records.ts';

const ended = (move: 'finish' | 'drop'): Command => command(ruleTaskLifecycle, move, { run: async () => undefined });

/** 完成: what the rule asked for is done. */
export const finishTask = ended('finish');
/** 不需要: nobody has to do it any more, and why. */
export const dropTask = ended('drop');
