import { confirmAction, refreshResource, toast, toastError, type Question } from '#kit/web/index.ts';
import type { AnyResource } from '#kit/model/resource.ts';

/** Asks, does, tells, and asks the list again. @returns whether it was done */
export async function act(
  question: Question,
  send: () => Promise<{ message: string }>,
  list: AnyResource,
): Promise<boolean> {
  if (!(await confirmAction(question))) return false;
  try {
    const { message } = await send();
    toast.done(message);
    return true;
  } catch (error) {
    toastError(error);
    return false;
  } finally {
    void refreshResource(list);
  }
}
