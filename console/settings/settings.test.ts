import { expect, test } from 'vitest';
import { covers } from '#tests/spec/covers.ts';
import { changeSettings, DEFAULTS, readSettings, type Settings } from './settings.ts';

const settings = (change: Partial<Settings>): Settings => ({ ...DEFAULTS, ...change });

test('the defaults are those of the platform', () => {
  covers('§3 settings');
  expect(DEFAULTS).toEqual({
    navTheme: 'light',
    // Our own, beside those that the specification names.
    scheme: 'light',
    layout: 'sidemenu',
    contentWidth: 'Fixed',
    fixedHeader: false,
    fixSiderbar: false,
    autoHideHeader: false,
    colorWeak: false,
    primaryColor: '#1890FF',
    multipage: true,
  });
});

test('turning off the fixed header turns off hiding it', () => {
  covers('§4 settings rules');
  const hiding = settings({ fixedHeader: true, autoHideHeader: true });
  expect(changeSettings(hiding, { fixedHeader: false })).toEqual(DEFAULTS);
  expect(changeSettings(hiding, { colorWeak: true }).autoHideHeader).toBe(true);
  expect(changeSettings(DEFAULTS, { autoHideHeader: true }).autoHideHeader).toBe(false);
});

test('another layout lets go of the fixed sidebar, and the menu on top never has one', () => {
  covers('§4 settings rules');
  const fixed = settings({ fixSiderbar: true });
  expect(changeSettings(fixed, { layout: 'sidemenu' }).fixSiderbar).toBe(true);
  const top = changeSettings(fixed, { layout: 'topmenu' });
  expect(top.fixSiderbar).toBe(false);
  expect(changeSettings(top, { fixSiderbar: true }).fixSiderbar).toBe(false);
  expect(changeSettings(top, { layout: 'sidemenu' }).fixSiderbar).toBe(false);
});

test('pages are fluid below a menu on top alone', () => {
  expect(changeSettings(DEFAULTS, { contentWidth: 'Fluid' }).contentWidth).toBe('Fixed');
  const fluid = settings({ layout: 'topmenu', contentWidth: 'Fluid' });
  expect(changeSettings(fluid, { navTheme: 'dark' }).contentWidth).toBe('Fluid');
  expect(changeSettings(fluid, { layout: 'sidemenu' }).contentWidth).toBe('Fixed');
});

test.each([null, '', 'no json', '7', '[]', 'null', '{"layout":7,"primaryColor":"url(x)"}'])(
  'garbage in the store means the defaults: %s',
  (text) => {
    expect(readSettings(text)).toEqual(DEFAULTS);
  },
);

test('kept settings are read back; one bad value costs only itself, unknown ones are dropped', () => {
  const liked = settings({ navTheme: 'dark', primaryColor: '#722ED1', multipage: false });
  expect(readSettings(JSON.stringify(liked))).toEqual(liked);
  const half = JSON.stringify({ ...liked, navTheme: 'pink', foreign: 1 });
  expect(readSettings(half)).toEqual({ ...liked, navTheme: 'light' });
});

test('kept settings that contradict one another are put right', () => {
  const text = JSON.stringify(settings({ layout: 'topmenu', fixSiderbar: true, autoHideHeader: true }));
  expect(readSettings(text)).toEqual(settings({ layout: 'topmenu' }));
});
