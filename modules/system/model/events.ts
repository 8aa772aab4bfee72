import { defineEvent } from '#kit/model/event.ts';

/** Something became visible, or stopped to be: readers ask again. */
export const noticeChanged = defineEvent<{
  /** The title, or nothing where readers should only look again. */
  said: string;
  /** Null: everybody. */
  userIds: readonly string[] | null;
}>('notice.changed');

/** A tenant was opened, or is looked at again at a start: whoever has something for new ones gives it. */
export const tenantSeeded = defineEvent<{ baseCurrency: string }>('tenant.furnished');
