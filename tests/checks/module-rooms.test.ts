import { expect, test } from 'vitest';
import { gather } from '#kit/model/declared.ts';
import { defineEvent } from '#kit/model/event.ts';
import { text } from '#kit/model/field.ts';
import { defineJob } from '#kit/model/job.ts';
import { defineRegister } from '#kit/model/resource.ts';
import { deliveryHandler } from '#modules/desk/model/task.ts';
import { covers } from '#tests/spec/covers.ts';
import { assembleForCheck, readRooms, roomFaults, silentFaults, type Rooms } from '#tools/check-modules.ts';
import { readSources } from '#tools/source-files.ts';

/* What is declared in the model rooms, and whether a module exports it and somebody sets it off. */

const views = {
  fields: { no: text('编号') },
  label: 'no',
  list: [],
  search: [],
  form: [],
} as const;
const thing = defineRegister({ module: 'demo', name: 'thing', title: '物', ...views });
const other = defineRegister({ module: 'demo', name: 'other', title: '另', ...views });
const told = defineEvent<{ id: string }>('demo.told');
const unheard = defineEvent('demo.unheard');
const work = defineJob<{ id: string }>('demo.work', '做');
const idle = defineJob<{ id: string }>('demo.idle', '闲');
const declared = { thing, told, work };

test('the product fits together', async () => {
  covers('ours: modules fit together');
  const { declared: all } = assembleForCheck();
  // /tasks has a title for every job.
  expect(Object.keys(deliveryHandler.items).sort()).toEqual(all.jobs.map(({ name }) => name).sort());
  const rooms = await readRooms(process.cwd());
  expect(Object.keys(rooms).length).toBeGreaterThan(50);
  expect(roomFaults(rooms, all)).toEqual([]);
  expect(silentFaults(rooms, readSources(process.cwd()))).toEqual([]);
});

const ROOMS: Rooms = { 'modules/demo/model/thing.ts': declared };

test('a declaration in a model room that no module exports is named', () => {
  const path = 'modules/demo/model/other.ts';
  expect(roomFaults({ ...ROOMS, [path]: { other, unheard, idle } }, gather([declared]))).toEqual([
    `${path}: demo:other is served by no module: export it from declared.ts`,
    `${path}: event demo.unheard is served by no module: export it from declared.ts`,
    `${path}: job demo.idle is served by no module: export it from declared.ts`,
  ]);
});

test('an event that is only heard and a job that is only carried out are named', () => {
  const heard = `import { told, work } from '../model/thing.ts';
    after(told, other); carriedOut(work, {});`;
  const path = 'modules/demo/server/a.ts';
  expect(silentFaults(ROOMS, [{ path, source: heard }])).toEqual([
    'modules/demo/model/thing.ts: nobody tells told',
    'modules/demo/model/thing.ts: nobody asks for work',
  ]);
  const source = `${heard} await tx.emit(told, id, { id }); await enqueue(tx, work, {});`;
  expect(silentFaults(ROOMS, [{ path, source }])).toEqual([]);
});
