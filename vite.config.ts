import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { webIcons } from './tools/web-icons.ts';

const COMPRESSED = /\.(js|css|html|svg|json)$/;
/** Below this a compressed twin saves less than its headers cost. */
const LEAST_BYTES = 1024;

/**
 * What the sign-in page and the shell both need. Something missing here brings the sign-in page into
 * the shell: `npm run bench -- console` tells.
 */
const ENTRANCE =
  /\/(antd\/es\/(button\/index|_util\/ContextIsolator|config-provider\/hooks\/useCSSVarCls)|icons\/es\/(icons\/SearchOutlined|components\/AntdIcon\w*)|util\/es\/Dom\/focus|console\/session\/sign-in)\.(js|ts)$/;

/**
 * Scripts that have run before any page is asked for: to name them for each page again, so that they
 * are fetched in time, made the shell a hundredth longer.
 */
const THERE = /\/(react|rolldown-runtime|entrance|shell)-[\w-]+\.js$/;

/** What every signed-in page fetches at once. */
const SHELL =
  /\/(app\/web\/pages|console\/shell\/menu-search-box|console\/socket\/live-connection|modules\/system\/web\/notices\/bell)\.tsx?$/;

export default defineConfig({
  root: new URL('app/web', import.meta.url).pathname,
  cacheDir: new URL('node_modules/.vite', import.meta.url).pathname,
  plugins: [
    react(),
    withoutColumnFilters(),
    withoutTree(),
    withoutFormEngine(),
    withoutEndlessQueries(),
    withoutShowcases(),
    webIcons(),
    precompress(),
  ],
  build: {
    outDir: new URL('dist/web', import.meta.url).pathname,
    emptyOutDir: true,
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, needed, { hostType }) =>
        hostType === 'js' ? needed.filter((file) => !THERE.test(file)) : needed,
    },
    rolldownOptions: {
      treeshake: {
        // They say nothing of side effects and have none: without this, one context of the form
        // engine brings the whole of it.
        moduleSideEffects: [{ test: /node_modules\/@rc-component\//, sideEffects: false }],
      },
      output: {
        codeSplitting: {
          groups: [
            // Kept by browsers over our own releases.
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 9 },
            // Then what people wait for, in the order they meet it, each with all it needs that none
            // before it has. Left to itself the build shares parts between pages in ever other ways,
            // and a first list came as 127 scripts: a second more than as 15.
            { name: 'ground', tags: ['$initial'], priority: 8 },
            { name: 'entrance', test: ENTRANCE, priority: 7 },
            { name: 'sign-in', test: 'console/session/sign-in/sign-in-page', priority: 6 },
            { name: 'shell', test: SHELL, priority: 5 },
            { name: 'declarations', test: 'app/declarations', priority: 4 },
            { name: 'list', test: 'kit/web/list/list-page', priority: 3 },
            { name: 'form', test: 'kit/web/form/resource-form', priority: 2 },
          ],
        },
      },
    },
  },
});

/**
 * Every table of antd brings its tree (16 kB) for filters in the heads of columns. Ours ask in the
 * query bar: the tree stays out, and a table that declared such a filter would say so at once.
 */
function withoutColumnFilters(): Plugin {
  const EMPTY = '\0no-column-filters';
  return {
    name: 'without-column-filters',
    enforce: 'pre',
    resolveId(source, importer) {
      const isFilter = importer?.includes('/antd/es/table/hooks/useFilter/');
      return isFilter && source.endsWith('/tree') ? EMPTY : null;
    },
    load: (id) =>
      id === EMPTY
        ? `export default function Tree() { throw new Error('column filters are left out, see vite.config.ts'); }`
        : null,
  };
}

/**
 * Ticking rows takes four functions of the tree, of which two are for rows that hold rows. Asked for
 * by the name of the whole package, they brought all of it (9 kB) into the first list.
 */
function withoutTree(): Plugin {
  const FUNCTIONS_ONLY = '\0tree-functions-only';
  return {
    name: 'without-tree',
    enforce: 'pre',
    resolveId(source, importer) {
      const isSelection = importer?.includes('/antd/es/table/hooks/useSelection');
      return isSelection && source === '@rc-component/tree' ? FUNCTIONS_ONLY : null;
    },
    load: (id) =>
      id === FUNCTIONS_ONLY
        ? `export { conductCheck } from '@rc-component/tree/es/utils/conductUtil';
           export { convertDataToEntities } from '@rc-component/tree/es/utils/treeUtil';
           export const arrAdd = (keys, key) => [...new Set([...(keys ?? []), key])];
           export const arrDel = (keys, key) => (keys ?? []).filter((one) => one !== key);`
        : null,
  };
}

/**
 * Radio buttons, which every table of antd brings, name themselves after their form field with one
 * line of the form engine (7 kB): they get that line without the engine.
 */
function withoutFormEngine(): Plugin {
  const NAME_ONLY = '\0field-name-only';
  return {
    name: 'without-form-engine',
    enforce: 'pre',
    resolveId(source, importer) {
      const isRadio = importer?.includes('/antd/es/radio/');
      return isRadio && source.endsWith('/form/hooks/useForm') ? NAME_ONLY : null;
    },
    load: (id) =>
      id === NAME_ONLY
        ? `import { toArray } from 'antd/es/form/util';
           export const toNamePathStr = (name) => toArray(name).join('_');`
        : null,
  };
}

/** The widget library shows its popups standing open on its own pages by parts that no other page has. */
function withoutShowcases(): Plugin {
  const NONE = '\0no-showcases';
  return {
    name: 'without-showcases',
    enforce: 'pre',
    resolveId(source, importer) {
      const isOfAny = source.endsWith('/_util/PurePanel');
      const isOfTooltip = source === './PurePanel' && importer?.endsWith('/antd/es/tooltip/index.js');
      return importer?.includes('/antd/es/') && (isOfAny || isOfTooltip) ? NONE : null;
    },
    load: (id) =>
      id === NONE
        ? `export default () => () => {
             throw new Error('showcases are left out, see vite.config.ts');
           };
           export const withPureRenderTheme = (component) => component;`
        : null,
  };
}

/** Lists have pages here: what a query that grows at its end would need stays out of every query. */
function withoutEndlessQueries(): Plugin {
  const NONE = '\0no-endless-queries';
  return {
    name: 'without-endless-queries',
    enforce: 'pre',
    resolveId(source, importer) {
      const isQuery = importer?.includes('/@tanstack/query-core/');
      return isQuery && source === './infiniteQueryBehavior.js' ? NONE : null;
    },
    load: (id) =>
      id === NONE
        ? `export const infiniteQueryBehavior = () => {
             throw new Error('endless queries are left out, see vite.config.ts');
           };
           export const hasNextPage = () => false;
           export const hasPreviousPage = () => false;`
        : null,
  };
}

/** Writes a .br and a .gz beside each text file, so that the server compresses nothing itself. */
function precompress(): Plugin {
  const squeeze = [
    { extension: 'gz', run: promisify(gzip), options: { level: 9 } },
    {
      extension: 'br',
      run: promisify(brotliCompress),
      options: { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } },
    },
  ];
  return {
    name: 'precompress',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const texts = Object.values(bundle).filter(({ fileName }) => COMPRESSED.test(fileName));
        await Promise.all(
          texts.flatMap((file) => {
            const source = Buffer.from(file.type === 'chunk' ? file.code : file.source);
            if (source.length < LEAST_BYTES) return [];
            return squeeze.map(async ({ extension, run, options }) => {
              const fileName = `${file.fileName}.${extension}`;
              this.emitFile({ type: 'asset', fileName, source: await run(source, options) });
            });
          }),
        );
      },
    },
  };
}
