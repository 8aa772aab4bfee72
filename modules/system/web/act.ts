import { ask, refreshResource, say, tell, type Question } from '#kit/web/index.ts';
import type { AnyResource } from '#kit/model/resource.ts';

/** Asks, does, tells, and asks the list again. @returns whether it was done */
export async function act(
  question: Question,
  send: () => Promise<{ message: string }>,
  list: AnyResource,
): Promise<boolean> {
  if (!(await ask(question))) return false;
  try {
    const { message } = await send();
    say.done(message);
    return true;
  } catch (error) {
    tell(error);
    return false;
  } finally {
    void refreshResource(list);
  }
}
