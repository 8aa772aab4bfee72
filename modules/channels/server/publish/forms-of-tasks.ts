import type { Tx } from '#kit/server/database.ts';

/** The questions that a task was last judged by, or began with. */
export async function formIdOf(tx: Tx, taskId: string): Promise<string> {
  const { formId } = await tx.one<{ formId: string }>`
    select form_id from publish_task where tenant_id = ${tx.tenant} and id = ${taskId}::uuid`;
  return formId;
}
