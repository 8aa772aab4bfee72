import { expect, test } from 'vitest';
import { defineOwnWork, defineTenantWork } from '#kit/model/clock-work.ts';
import { gather } from '#kit/model/declared.ts';
import { defineEvent, rowChanged } from '#kit/model/event.ts';
import { dict } from '#kit/model/dict.ts';
import { choice, text } from '#kit/model/field.ts';
import { defineJob } from '#kit/model/job.ts';
import { defineLifecycle } from '#kit/model/lifecycle.ts';
import { defineComposite, defineDocument, defineRegister, defineView } from '#kit/model/resource.ts';
import { defineRoute } from '#kit/model/route.ts';
import { assembleModules } from '#kit/server/assemble.ts';
import type { Assembled } from '#kit/server/assembled.ts';
import { command } from '#kit/server/command.ts';
import { carriedOut } from '#kit/server/deliveries.ts';
import { defineModule, type Module } from '#kit/server/module.ts';
import { implement } from '#kit/server/route.ts';
import { after, inTransaction } from '#kit/server/outbox.ts';
import { createRegistry } from '#kit/server/registry.ts';
import { sql } from '#kit/server/sql.ts';
import { scheduledAs } from '#kit/server/tenant-work.ts';
import type { Todo } from '#kit/server/todo.ts';
import { createVault } from '#kit/server/vault.ts';

/*
 * What a start and `npm run check` refuse alike: the planted faults of modules. A sound one stands
 * first, each case breaks it in one place.
 */

const views = {
  fields: { no: text('编号') },
  label: 'no',
  list: [],
  search: [],
  form: [],
} as const;
const thing = defineRegister({ module: 'demo', name: 'thing', title: '物', ...views });
const paper = defineDocument({ module: 'demo', name: 'paper', title: '纸', ...views });
const glance = defineView({ module: 'demo', name: 'glance', title: '览', ...views });
const told = defineEvent<{ id: string }>('demo.told');
const work = defineJob<{ id: string }>('demo.work', '做');

const declared = { thing, paper, glance, told, work };
const SOUND: Module<unknown> = defineModule({
  name: 'demo',
  declared,
  serves: [{ resource: glance, rows: () => sql`select null as no` }],
  after: [after(told, work)],
  jobs: [carriedOut(work, { rank: 5, run: async () => undefined })],
});

/** @param known what the console was given to read */
function start(over: Partial<Module<unknown>>, known = over.declared ?? declared): () => unknown {
  const { resources, lifecycles } = gather([known]);
  const registry = createRegistry(
    resources,
    lifecycles,
    createVault('nothing is sealed with this, it is only looked at'),
    'pii',
  );
  return () => assembleModules<{ registry: typeof registry }>([{ ...SOUND, ...over }], { registry });
}

test('a sound module starts, and what it declares is served by itself', () => {
  const { routes, serves } = start({})() as Assembled;
  expect(new Set(serves.map(({ resource }) => resource))).toEqual(new Set([thing, paper, glance]));
  const paths = routes.map(({ method, path }) => `${method} ${path}`);
  expect(paths).toContain('POST /demo/thing/add');
  expect(paths).toContain('GET /demo/paper/list');
});

test('of a resource with a wire the verbs are served that it names, open readings to every session', () => {
  const narrow = defineRegister(
    { module: 'demo', name: 'narrow', title: '窄', ...views },
    { path: '/given/narrow', serves: ['list', 'edit'], open: ['list'] },
  );
  const { routes } = start({
    declared: { ...declared, narrow },
    open: { toSession: ['GET /given/narrow/list'] },
  })() as Assembled;
  const served = routes.filter(({ path }) => path.startsWith('/given/narrow/'));
  expect(served.map(({ method, path, access }) => [`${method} ${path}`, access]).sort()).toEqual([
    ['GET /given/narrow/list', 'signedIn'],
    ...['GET /given/narrow/options', 'GET /given/narrow/queryById'].map((name) => [
      name,
      { permission: 'demo:narrow:list' },
    ]),
    ['POST /given/narrow/bulkEdit', { permission: 'demo:narrow:edit' }],
    ['POST /given/narrow/edit', { permission: 'demo:narrow:edit' }],
    ['POST /given/narrow/lookup', { permission: 'demo:narrow:list' }],
    ['PUT /given/narrow/edit', { permission: 'demo:narrow:edit' }],
  ]);
});

const other = defineRegister({ module: 'demo', name: 'other', title: '另', ...views });
const deal = defineComposite({ module: 'demo', name: 'deal', title: '约', ...views });
const unheard = defineEvent('demo.unheard');
const ownWork = defineOwnWork('demo.own', '自', '自己做');
const tenantWork = defineTenantWork('demo.tenant', '租', { about: '租户安排', fields: {} });
const doing = scheduledAs(tenantWork, async () => '');
const idle = defineJob<{ id: string }>('demo.idle', '闲');
const needy = defineLifecycle(paper, {
  initial: 'new',
  births: {},
  states: { new: ['新', 'idle'] },
  tabs: {},
  moves: { send: { title: '寄', from: ['new'], to: 'new', needs: 'stamps' } },
});
const sendPaper = command(needy, 'send', { run: async () => undefined });
const right = { code: 'demo:thing:bless', title: '祝福', resource: 'demo:thing' };

test.each<[string, Partial<Module<unknown>>, string]>([
  ['a view that nobody serves', { serves: [] }, 'demo:glance is declared and not served'],
  ['a view without rows', { serves: [{ resource: glance }] }, 'demo:glance is served and has no rows'],
  [
    'rows of a module that it lists and does not write',
    {
      declared: { ...declared, deal },
      serves: [...(SOUND.serves ?? []), { resource: deal, rows: () => sql`select null as no` }],
    },
    'demo:deal is served and has no rows',
  ],
  [
    'a resource that two serve',
    { serves: [...(SOUND.serves ?? []), { resource: thing }, { resource: thing }] },
    'demo:thing is served twice',
  ],
  [
    'an event with the name of another',
    { declared: { ...declared, again: defineEvent<{ id: string }>('demo.told') } },
    'event demo.told is declared twice',
  ],
  [
    'a job with the name of another',
    { declared: { ...declared, again: defineJob<{ id: string }>('demo.work', '又') } },
    'job demo.work is declared twice',
  ],
  [
    'a resource that is served and not declared',
    { serves: [...(SOUND.serves ?? []), { resource: other }] },
    'demo:other is served and not declared',
  ],
  ['a right that nobody asks for', { permissions: [right] }, 'nobody asks for the right demo:thing:bless'],
  [
    'a right said to be inner that a route asks for',
    { permissions: [{ ...right, code: 'demo:thing:add', isInner: true }] },
    'demo:thing:add is said to be asked for inside, and a route asks for it',
  ],
  [
    'a menu for a right that is none',
    { menus: [{ path: '/demo', title: '物', sort: 1, permission: 'demo:thing:lsit' }] },
    'a menu asks for demo:thing:lsit, which is no right',
  ],
  ['an event that nobody hears', { declared: { ...declared, unheard } }, 'nobody hears demo.unheard'],
  [
    'an event that is heard and not declared',
    { inTransaction: [inTransaction(unheard, 'demo', async () => undefined)] },
    'demo.unheard is heard and not declared',
  ],
  [
    'rows of nobody whose changes are heard',
    { inTransaction: [inTransaction(rowChanged(other), 'demo', async () => undefined)] },
    'demo:other.changed is heard and not declared',
  ],
  [
    'a move that needs what nobody offers',
    {
      declared: { ...declared, needy },
      serves: [...(SOUND.serves ?? []), { resource: paper, commands: [sendPaper] }],
    },
    'demo:paper.send needs stamps, which nobody offers',
  ],
  [
    'two to-dos of one place',
    {
      todos: [
        { sort: 20, items: async () => [] },
        { sort: 20, items: async () => [] },
      ],
    },
    'two to-dos stand at 20',
  ],
  [
    'work by the clock that nobody does',
    { declared: { ...declared, ownWork } },
    'nobody does demo.own when its hour comes',
  ],
  [
    'work of tenants that is done and not declared',
    { works: [doing] },
    'demo.tenant comes with the clock and is not declared',
  ],
  [
    'two works of one name',
    { declared: { ...declared, tenantWork }, works: [doing, doing] },
    'two works are called demo.tenant',
  ],
  [
    'work of tenants that the product runs',
    {
      declared: { ...declared, tenantWork },
      scheduled: [{ kind: tenantWork as unknown as typeof ownWork, run: async () => undefined }],
    },
    "demo.tenant is a tenant's and the product runs it",
  ],
  [
    "the product's own work that tenants may make schedules of",
    { declared: { ...declared, ownWork }, works: [{ kind: ownWork, run: async () => '' }] },
    "demo.own is the product's own and tenants may make schedules of it",
  ],
  ['a job that nobody carries out', { declared: { ...declared, idle } }, 'nobody carries out demo.idle'],
  [
    'an event that sets off a job that nobody carries out',
    { after: [after(told, work), after(told, idle)] },
    'nobody carries out demo.idle',
  ],
  [
    'a job that is carried out and not declared',
    {
      jobs: [...(SOUND.jobs ?? []), carriedOut(idle, { rank: 5, run: async () => undefined })],
    },
    'demo.idle is carried out and not declared',
  ],
  [
    'a route open to all that nobody named',
    {
      routes: [
        implement(
          defineRoute({ method: 'GET', path: '/demo/open', access: 'public', summary: '开' }),
          async () => null,
        ),
      ],
    },
    'GET /demo/open: open to all, and not named as such',
  ],
])('%s stops the start', (_what, over, fault) => {
  expect(start(over)).toThrow(`the modules do not fit together:\n${fault}`);
});

test('what modules bring is put in one order, and a dictionary has the name it was given', () => {
  const [plain, given] = [dict('demo_plain', { a: '甲' }), dict('demo_given', { a: '甲' })];
  const kinds = { a: choice('类', plain), b: choice('别', given) };
  const sorts = defineRegister({
    ...thing,
    name: 'sorts',
    title: '类别',
    fields: { ...views.fields, ...kinds },
  });
  const todo = (sort: number) => ({ sort, items: async () => [] });
  let todos = (): readonly Todo[] => [];
  const { dictionaries } = start({
    declared: { ...declared, sorts },
    dictionaries: [{ dict: given, name: '给定' }],
    todos: [todo(20), todo(10)],
    build: (_services, house) => {
      todos = house.todos;
      return { todos: [todo(15)] };
    },
  })() as Assembled;
  expect(todos().map(({ sort }) => sort)).toEqual([10, 15, 20]);
  expect(dictionaries).toEqual(
    expect.arrayContaining([
      { dict: given, name: '给定' },
      { dict: plain, name: '类别类' },
    ]),
  );
});

const paperLifecycle = defineLifecycle(paper, {
  initial: 'open',
  births: { add: '新增' },
  states: { open: ['开', 'idle'], shut: ['关', 'done'] },
  tabs: {},
  moves: { shut: { title: '关上', from: ['open'], to: 'shut' } },
});
const shutPaper = command(paperLifecycle, 'shut', { run: async () => undefined });

test('a move is made by the one command that a file exports, or the start stops', () => {
  const own = { ...declared, paperLifecycle };
  const { routes } = start({ declared: own, moves: [{ shutPaper }] })() as Assembled;
  expect(routes.map(({ path }) => path)).toContain('/demo/paper/:id/shut');
  expect(start({ declared: own })).toThrow('demo:paper:shut has no command');
  expect(start({ declared: own, moves: [{ shutPaper }, { again: { ...shutPaper } }] })).toThrow(
    'two commands make the move demo:paper:shut',
  );
});

test('a lifecycle without its resource, and a resource the console does not know, stop the start', () => {
  const otherLifecycle = defineLifecycle(other, {
    initial: 'open',
    births: {},
    states: { open: ['开', 'idle'] },
    tabs: {},
    moves: {},
  });
  expect(start({ declared: { ...declared, otherLifecycle } }, declared)).toThrow(
    'demo:other has a lifecycle and is not declared',
  );
  expect(start({ declared: { ...declared, other } }, declared)).toThrow(
    'demo:other is served and the console does not know it',
  );
});
