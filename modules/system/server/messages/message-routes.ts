import { isUuid } from '#kit/server/kinds.ts';
import { answer, implement, type Route } from '#kit/server/route.ts';
import type { Serve } from '#kit/server/serve.ts';
import type { Guards } from '#kit/server/writer.ts';
import { cleanRichText } from '#kit/server/rich-text.ts';
import { messageTemplate } from '../../model/message.ts';
import { messageCalls } from '../../model/routes/messages.ts';
import { limitCalls } from '../attempts.ts';
import type { Services } from '../services.ts';
import { csv } from '../wire.ts';
import { requirePlaceholders } from './message-text.ts';
import { sendAll, sendTemplate } from './send-messages.ts';

/** Messages, not calls: whoever may send is no relay for what nobody asked for. */
const SENT_PER_MINUTE = 200;

/** Sending of messages and templates; both have their lists by declaration. */
export function messageRoutes({ db, messenger }: Pick<Services, 'db' | 'messenger'>): Route[] {
  const limit = (userId: string | null, times: number): Promise<void> =>
    limitCalls(db, { kind: 'lookup', subject: `message ${userId ?? ''}`, times }, SENT_PER_MINUTE);
  return [
    implement(messageCalls.send, async (call) => {
      const ids = (csv(call.body.ids) ?? []).filter(isUuid);
      await limit(call.actor.userId, ids.length || 1);
      return answer(await call.tx((tx) => sendAll(tx, messenger, ids)));
    }),
    implement(messageCalls.sendTemplate, async (call) => {
      const { templateCode, testData, receiver, msgType } = call.body;
      const sending = {
        templateCode: String(templateCode ?? '').trim(),
        values: testData,
        receiver: String(receiver ?? ''),
        msgType,
      };
      await limit(call.actor.userId, csv(sending.receiver)?.length || 1);
      return answer(await call.tx((tx) => sendTemplate(tx, messenger, sending)));
    }),
  ];
}

type Written = { format?: unknown; content?: unknown };

/** Placeholders are well written, and rich text is stored without what runs. */
function judge(values: Written, format: unknown): void {
  const { content } = values;
  requirePlaceholders(content, 'content');
  if (format === '2' && typeof content === 'string') values.content = cleanRichText(content);
}

const templateGuards: Guards<typeof messageTemplate> = {
  add: async (_tx, values) => judge(values as Written, values.format),
  edit: async (_tx, before, values) => judge(values as Written, values.format ?? before.format),
};

/** Templates; rich text is cleaned when it is written, and again where it is read. */
export const servedTemplates: Serve = {
  resource: messageTemplate,
  guards: templateGuards,
  more: (_tx, { format, content }) => (format === '2' ? { content: cleanRichText(String(content ?? '')) } : {}),
};
