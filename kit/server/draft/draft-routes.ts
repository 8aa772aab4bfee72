import { resourceRoute } from '#kit/model/resource-routes.ts';
import { resourceKey } from '#kit/model/resource.ts';
import { shape } from '#kit/model/route.ts';
import type { Tx } from '../database.ts';
import { MESSAGES } from '../messages.ts';
import { claimReceipt, payloadHash, storeReceipt } from '../receipt.ts';
import type { Registry } from '../registry.ts';
import { alsoBy, answer, implement, type Call, type Route } from '../route.ts';
import type { Serve } from '../serve.ts';
import { draftPlace } from './draft-place.ts';
import type { DraftPlace } from './draft-slots.ts';
import { importDraftRoutes } from './import-draft.ts';
import { addDraft, deleteDraft, editDraft, type WrittenDraft } from './write-draft.ts';

/**
 * A document as a draft: added and edited as a whole, head and lines in one save; errors name fields
 * and rows.
 */
export function draftRoutes(serve: Serve, registry: Registry, importBytes: number): Route[] {
  const place = draftPlace(serve, registry);
  const { resource, head: body, title, declared, lines } = place.shape;
  const route = (verb: 'add' | 'edit' | 'delete') => resourceRoute(resource, verb, title);
  const deletion = implement(route('delete'), async (call) => {
    await call.tx((tx) => deleteDraft(tx, place, call.query['id']));
    return answer(MESSAGES.deleted);
  });
  return [
    implement({ ...route('add'), body: shape<Values>(body) }, async (call) =>
      answer(MESSAGES.added, await once(call, place, 'add', addDraft)),
    ),
    ...alsoBy(
      'POST',
      implement({ ...route('edit'), body: shape<Values>(body) }, async (call) =>
        answer(MESSAGES.edited, await once(call, place, 'edit', editDraft)),
      ),
    ),
    ...(declared.isDeletable ? [deletion] : []),
    ...(lines.fromSheet ? importDraftRoutes(place, importBytes, serve.documents !== undefined) : []),
  ];
}

type Values = Record<string, unknown>;
type Write = (tx: Tx, place: DraftPlace, body: Values) => Promise<WrittenDraft>;

/** Writes once per key: who heard no answer may ask again. */
const once = (call: Call, place: DraftPlace, verb: string, write: Write): Promise<WrittenDraft> =>
  call.tx(async (tx) => {
    if (!call.key) return write(tx, place, call.body);
    const scope = `${resourceKey(place.shape.resource)}:${verb}`;
    const known = await claimReceipt<WrittenDraft>(tx, scope, call.key, payloadHash(call.body));
    if (known) return known.answered;
    const written = await write(tx, place, call.body);
    await storeReceipt(tx, scope, call.key, written);
    return written;
  });
