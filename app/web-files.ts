import { existsSync, readFileSync, statSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BUILT_IN_NAMES, type Brand } from '#kit/model/brand.ts';
import { htmlText } from '#kit/model/html-text.ts';
import type { SignInWays } from '#kit/model/sign-in-ways.ts';

const ROOT = resolve(import.meta.dirname, '../dist/web');
const ENTRY = 'index.html';
const MANIFEST = '/manifest.webmanifest';

/** What the entry page tells the console before it asks the server for anything. */
interface EntryOptions {
  /** Path prefix of the API. */
  base: string;
  /** Absent: the names built in. */
  brand?: Brand | undefined;
  signIn?: SignInWays | undefined;
  /** Adds the pages of those who build the console: the gallery of widgets. */
  isDevelopment?: boolean | undefined;
}

const IMMUTABLE = 'public, max-age=31536000, immutable';
/** Asked for again after an hour, and by their ETag only sent when they are others. */
const SHORT = 'public, max-age=3600';

/**
 * Serves the built console. Files whose address changes with their content (a hash in the name, a
 * version behind it) are kept by browsers for a year, what is known by one address for ever is not.
 */
export async function serveWeb(http: FastifyInstance, brand?: Brand, root = ROOT): Promise<void> {
  if (!existsSync(join(root, ENTRY))) return;
  const manifest = JSON.stringify(manifestOf(brand));
  http.get(MANIFEST, async (_request, reply) =>
    reply
      .header('content-type', 'application/manifest+json; charset=utf-8')
      .header('cache-control', SHORT)
      .send(manifest),
  );
  await http.register(fastifyStatic, {
    root,
    // The entry page is filled in first: see pageFallback.
    index: false,
    // Folders and page paths are not looked for on the disk: how they are answered there depends on
    // the encodings that a client accepts.
    allowedPath: (path) => extname(path) !== '' && path !== `/${ENTRY}`,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isStored = path.startsWith(join(root, 'assets')) || path.startsWith(join(root, 'first.js'));
      reply.header('cache-control', isStored ? IMMUTABLE : SHORT);
    },
  });
}

/** What a browser asks for before it offers to install the console: names, colours, icons. */
export function manifestOf(brand?: Brand): object {
  const isOwn = brand !== undefined && brand.platform !== BUILT_IN_NAMES.platform;
  return {
    id: '/',
    name: isOwn ? brand.platform : '运单',
    short_name: isOwn ? brand.short : '运单',
    lang: 'zh-CN',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    // As light pages are; the page itself says when it is dark.
    theme_color: '#ffffff',
    background_color: '#f5f7fa',
    icons: brand?.logo
      ? [{ src: brand.logo, sizes: 'any' }]
      : [
          { src: '/icons/192.png', sizes: '192x192', type: 'image/png' },
          { src: '/icons/512.png', sizes: '512x512', type: 'image/png' },
          { src: '/icons/maskable.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
        ],
  };
}

/**
 * Routes of the console live in the browser: every page path answers the entry page. It is read
 * again after a new build: the files that the old one names no longer exist.
 */
export function pageFallback(
  options: EntryOptions,
  root = ROOT,
): (request: FastifyRequest, reply: FastifyReply) => FastifyReply | false {
  let page = '';
  let builtAt = NaN;
  return (request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const isPage = isRead && (extname(path) === '' || path === `/${ENTRY}`);
    if (!isPage || isProbe(path)) return false;
    const built = statSync(join(root, ENTRY), { throwIfNoEntry: false });
    if (!built) return false;
    if (built.mtimeMs !== builtAt) {
      page = entryPage(readFileSync(join(root, ENTRY), 'utf8'), options);
      builtAt = built.mtimeMs;
    }
    return reply.header('content-type', 'text/html; charset=utf-8').header('cache-control', 'no-cache').send(page);
  };
}

/**
 * Addresses of other products' inner life, which scanners ask for and monitors are pointed at by
 * mistake: an entry page answered there would read as a hit.
 */
const PROBED = new Set(
  (
    'metrics actuator druid jmreport v2 v3 swagger swagger-ui swagger-resources webjars health status ' +
    'server-status server-info debug env trace heapdump jolokia nacos manage management phpmyadmin ' +
    'wp-admin wp-login cgi-bin'
  ).split(' '),
);

function isProbe(path: string): boolean {
  const [, first = ''] = path.toLowerCase().split('/');
  return first.startsWith('.') || PROBED.has(first);
}

/** The logo may stand on another server: the console's pages then allow pictures from there. */
export const logoOrigin = (brand?: Brand): string[] =>
  brand && /^https?:/.test(brand.logo) ? [new URL(brand.logo).origin] : [];

/** The built entry page with the settings of this installation; texts never become markup. */
export function entryPage(built: string, options: EntryOptions): string {
  const { base, brand, signIn, isDevelopment } = options;
  const page = built.replace(
    '<meta name="api-base" content="/api"',
    () => `<meta name="api-base" content="${htmlText(base)}"`,
  );
  return page
    .replace(/<title>[^<]*<\/title>/, (found) => (brand ? `<title>${htmlText(brand.platform)}</title>` : found))
    .replace(/( *<link rel="(?:apple-touch-)?icon"[^>]*>\n?)+/, (found) =>
      brand?.logo ? `    <link rel="icon" href="${htmlText(brand.logo)}" />\n` : found,
    )
    .replace('</head>', (end) =>
      [data('brand', brand), data('sign-in', signIn), data('development', isDevelopment ? {} : undefined), end].join(
        '',
      ),
    );
}

const data = (id: string, value: object | undefined): string => {
  if (!value) return '';
  const json = JSON.stringify(value).replace(/</g, '\\u003c');
  return `<script type="application/json" id="${id}">${json}</script>\n  `;
};
