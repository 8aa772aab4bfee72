import { expect, test } from 'vitest';
import { lifecycles } from '#app/declarations.ts';
import type { AnyLifecycle, Move } from '#kit/model/lifecycle.ts';
import { resourceKey } from '#kit/model/resource.ts';
import { covers } from '#tests/spec/covers.ts';

/**
 * Moves × states, written by hand from domain.md §2 and §3 and not from the declarations. A move
 * with a star is the system's: nobody has a button for it. `=` keeps the state. Whoever changes a
 * lifecycle changes its law here, on purpose.
 */
const LAW: Record<string, Record<string, string>> = {
  // §3.1. What the channel changes is applied or refused as long as the order is open; what
  // was answered elsewhere is history until somebody takes it over. `start` of a partly shipped order is for the units that wait; drafts are manual orders.
  'orders:salesOrder': {
    draft: 'submit→new discard→cancelled remark→=',
    new: `accept→accepted|ready reject→rejected cancel→cancelled|shipped|= hold→= release→=|ready
      acceptPrice→= applyChange→cancelled|shipped|= rejectChange→= correctAddress→= reallocate→=
      remark→= archive→history`,
    accepted: `*acknowledge→ready cancel→cancelled|shipped|= hold→= release→=|ready acceptPrice→=
      applyChange→cancelled|shipped|= rejectChange→= correctAddress→= reallocate→= remark→=
      archive→history`,
    ready: `start→processing|= cancel→cancelled|shipped|= hold→= release→=|ready acceptPrice→=
      applyChange→cancelled|shipped|= rejectChange→= correctAddress→= reallocate→= remark→=
      archive→history`,
    processing: `*shipPart→partial *shipAll→shipped *unstart→ready cancel→cancelled|shipped|=
      hold→= release→=|ready acceptPrice→= applyChange→cancelled|shipped|= rejectChange→= remark→=`,
    partial: `*shipPart→partial *shipAll→shipped start→processing|= cancel→cancelled|shipped|=
      hold→= release→=|ready acceptPrice→= applyChange→cancelled|shipped|= rejectChange→= remark→=`,
    shipped: 'deliver→delivered remark→=',
    delivered: 'complete→completed remark→=',
    completed: 'remark→=',
    history: 'remark→= takeOver→new',
    cancelled: 'remark→=',
    rejected: 'remark→=',
  },
  // §3.2. A label of the carrier's own account skips 申请面单; a void is possible until it leaves.
  // Numbers typed where the marketplace's count are taken back, or registered late.
  'fulfilment:shipment': {
    draft: 'pack→packing voidShipment→voided',
    packing: 'pack→packing sealAll→packed *allSealed→packed *unpack→draft voidShipment→voided',
    packed: `reopen→packing register→labelling ownLabel→labelled *labelOk→labelled *unpack→draft
      voidShipment→voided`,
    labelling: '*labelOk→labelled *labelFailed→packed voidShipment→voided',
    labelled: 'ship→shipped retractLabel→packed *unpack→draft voidShipment→voided',
    shipped: 'scan→inTransit deliver→delivered registerLate→=',
    inTransit: 'deliver→delivered registerLate→=',
    delivered: 'registerLate→=',
    voided: '',
  },
  'fulfilment:box': {
    open: 'measure→= seal→sealed *discard→void',
    sealed: 'reopen→open *label→labelled *discard→void',
    labelled: '*ship→shipped *unlabel→sealed *discard→void',
    shipped: '',
    void: '',
  },
  // §2.3: what is approved is posted in the same step; what was sent back may be corrected.
  'inventory:stockAdjustment': {
    draft: 'submit→submitted|posted cancel→cancelled',
    submitted: 'approve→posted reject→rejected',
    rejected: 'submit→submitted|posted cancel→cancelled',
    posted: '',
    cancelled: '',
  },
  // §2.2
  'catalog:product': {
    draft: 'activate→active',
    active: 'pause→paused discontinue→discontinued',
    paused: 'activate→active discontinue→discontinued',
    discontinued: 'activate→active',
  },
  // §2.4: the round trip of the test activates; a refused token expires from wherever it was.
  'base:channelAccount': {
    created: '*activate→active *expire→expired disable→disabled',
    active: 'pause→paused *expire→expired disable→disabled',
    paused: '*activate→active enable→created *expire→expired disable→disabled',
    expired: '*activate→active disable→disabled',
    disabled: 'enable→created',
  },
  // §3.7 FeedJob: the guard blocks before anything is sent, a person with a reason lets it pass.
  'channels:stockPush': {
    queued: '*block→blocked *send→sent *fail→failed',
    blocked: 'override→queued *supersede→failed',
    sent: '*verify→done|unverified|partial *fail→failed',
    done: '',
    unverified: '',
    partial: '',
    failed: '',
  },
  // §3.1, buyer cancel: answered once; an answer that the channel refuses is asked for again.
  'channels:cancellationRequest': {
    pending: 'confirm→confirmed reject→rejected *close→closed',
    confirmed: '*reopen→pending',
    rejected: '*reopen→pending',
    closed: '',
  },
  // §3.8 ChannelTask
  'desk:delivery': {
    pending: 'retry→pending abandon→cancelled *claim→running',
    // A task whose node died is free once its lease is over.
    running: '*finish→ok *giveUp→dead retry→pending',
    ok: '',
    dead: 'retry→pending abandon→cancelled',
    cancelled: '',
  },
};

/** The first state of each, and what brings a document there. */
const BEGINNINGS: Record<string, string> = {
  'orders:salesOrder': 'draft: add import',
  'fulfilment:shipment': 'draft: create',
  'fulfilment:box': 'open: pack',
  'inventory:stockAdjustment': 'draft: add',
  'catalog:product': 'draft: add',
  'base:channelAccount': 'created: add',
  'channels:stockPush': 'queued: create',
  'channels:cancellationRequest': 'pending: receive',
  'desk:delivery': 'pending:',
};

/** Moves that must not be made twice by a repeated call: money and shipping (§0). */
const KEYED = [
  'fulfilment:shipment:register',
  'fulfilment:shipment:registerLate',
  'fulfilment:shipment:ship',
];

const words = (text: string): string[] => text.split(/\s+/).filter(Boolean).sort();

/** What a declaration allows, in the words of the law. */
function declared(lifecycle: AnyLifecycle, state: string): string[] {
  return Object.entries(lifecycle.moves as Record<string, Move>)
    .filter(([, { from }]) => from.includes(state))
    .map(([name, { to, system }]) => {
      const targets = (Array.isArray(to) ? to : [to]).map((one) => (one === 'same' ? '=' : one));
      return `${system ? '*' : ''}${name}→${targets.join('|')}`;
    })
    .sort();
}

test('every lifecycle has its law, and no law is about nothing', () => {
  const keys = lifecycles.map(({ of }) => resourceKey(of)).sort();
  expect(keys).toEqual(Object.keys(LAW).sort());
  expect(keys).toEqual(Object.keys(BEGINNINGS).sort());
});

for (const lifecycle of lifecycles) {
  const key = resourceKey(lifecycle.of);
  const law = LAW[key] ?? {};

  test(`${key} has the states of the law, and begins as it says`, () => {
    expect(Object.keys(lifecycle.states).sort()).toEqual(Object.keys(law).sort());
    const births = Object.keys(lifecycle.births).sort();
    expect(`${lifecycle.initial}: ${births.join(' ')}`.trim()).toBe(BEGINNINGS[key]);
  });

  for (const [state, moves] of Object.entries(law))
    test(`${key} in ${state} makes the moves of the law and no other`, () => {
      covers('ours: lifecycles as data', 'ours: tables of rights, masks, scopes and moves');
      expect(declared(lifecycle, state)).toEqual(words(moves));
    });
}

test('what sends goods or money asks for a key, so that a repeated call does nothing', () => {
  const keyed = lifecycles.flatMap((lifecycle) =>
    Object.entries(lifecycle.moves as Record<string, Move>)
      .filter(([, move]) => move.keyed)
      .map(([name]) => `${resourceKey(lifecycle.of)}:${name}`),
  );
  expect(keyed.sort()).toEqual(KEYED);
});
