import { expect, test } from 'vitest';
import { chapterAt, filledIn, placesOf, stateNotes, type HelpPart } from '#kit/model/help.ts';
import { text } from '#kit/model/field.ts';
import { defineLifecycle } from '#kit/model/lifecycle.ts';
import { defineDocument } from '#kit/model/resource.ts';
import { helpFaults, type HelpHouse } from '#tools/help-faults.ts';

const parcel = defineDocument({
  module: 'post',
  name: 'parcel',
  title: '包裹',
  fields: { parcelNo: text('单号') },
  label: 'parcelNo',
  list: ['parcelNo'],
  search: ['parcelNo'],
  form: [['parcelNo']],
});
const lifecycle = defineLifecycle(parcel, {
  initial: 'open',
  births: {},
  states: { open: ['待寄', 'idle'], sent: ['已寄', 'done'] },
  tabs: {},
  moves: { send: { title: '寄出', from: ['open'], to: 'sent' } },
});
const part: HelpPart = {
  module: 'post',
  title: '邮寄',
  chapters: [
    { name: 'parcels', title: '包裹', pages: ['/post/parcel'], of: ['post:parcel'] },
    { name: 'parcel', title: '包裹详情', pages: ['/post/:id'] },
  ],
  notes: [stateNotes(lifecycle, { open: '还没寄出。', sent: '已交给承运商。' })],
};
const PARCELS =
  '# 包裹\n\n点「寄出」，见[详情](parcel.md)和[列表](/post/parcel)。\n\n::状态::\n\n![图](../../../docs/a.png)\n';

const house = (change: Partial<HelpHouse> = {}): HelpHouse => ({
  parts: [part],
  lifecycles: [lifecycle],
  pages: ['/post/parcel', '/post/:id'],
  texts: new Map([
    ['modules/post/help/parcels.md', PARCELS],
    ['modules/post/help/parcel.md', '# 包裹详情\n\n一个包裹。\n'],
  ]),
  pictures: new Set(['docs/a.png']),
  isShown: (name) => name === '寄出',
  ...change,
});
const written = (chapter: string): Partial<HelpHouse> => ({
  texts: new Map([...house().texts, ['modules/post/help/parcels.md', chapter]]),
});

test('a handbook that fits the house has no faults', () => {
  expect(helpFaults(house())).toEqual([]);
});

test.each<[string, Partial<HelpHouse>, string]>([
  ['a page without a chapter', { pages: [...house().pages, '/post/new'] }, '/post/new: no chapter'],
  ['a chapter without a page', { pages: ['/post/:id'] }, '/post/parcel: a chapter explains it'],
  ['a chapter without a file', { texts: new Map() }, 'parcels.md: the chapter 包裹 has no file'],
  [
    'a file without a chapter',
    { texts: new Map([...house().texts, ['modules/post/help/old.md', '# 旧\n']]) },
    'old.md: no help.ts names',
  ],
  ['a picture that is not there', { pictures: new Set() }, 'no picture docs/a.png'],
  ['states without sentences', { parts: [{ ...part, notes: [] }] }, 'post:parcel have no sentences'],
  ['a button of another name', { isShown: () => false }, 'names 「寄出」'],
  ['states left out', written('# 包裹\n'), 'leaves out ::状态::'],
  ['a place for nothing', written(`${PARCELS}\n::箱子::\n`), '::箱子:: stands for nothing'],
  ['another title', written(PARCELS.replace('# 包裹', '# 邮包')), 'does not begin with # 包裹'],
  ['a link to no chapter', written(PARCELS.replace('parcel.md', 'box.md')), 'no chapter modules'],
  ['a link to no page', written(PARCELS.replace('(/post', '(/mail')), 'no page /mail/parcel'],
])('%s is reported', (_, change, fault) => {
  expect(helpFaults(house(change)).join('\n')).toContain(fault);
});

test('states come from the lifecycle, in its order', () => {
  const text = filledIn(PARCELS, placesOf([part], part.chapters[0]!));
  expect(text).toContain('- **待寄**：还没寄出。\n- **已寄**：已交给承运商。');
});

test.each([
  ['/post/parcel', '包裹'],
  ['/post/8f1', '包裹详情'],
  ['/detail/post/parcel/8f1', '包裹'],
  ['/list/post/parcel', '包裹'],
  ['/elsewhere', undefined],
])('%s is explained by %s', (address, title) => {
  expect(chapterAt([part], address)?.chapter.title).toBe(title);
});
