import type { Lines } from './line.ts';

/** §1 What the product does. */
export const PRODUCT = {
  '§1 product title': {
    says: 'product title with the tagline',
    where: ['console/session/sign-in/user-layout.tsx', 'console/shell/header.tsx', 'kit/model/brand.ts'],
  },
  '§1 welcome text': {
    says: 'desktop: the welcome text in the header; phone: the short name of the platform alone',
    where: ['console/shell/header.tsx'],
  },
  '§1 page title': {
    says: 'page title in front of the platform name',
    where: ['console/brand.ts', 'console/shell/use-open-pages.ts'],
  },
  '§1 copyright and filing': {
    says: 'copyright and filing number in the footer',
    where: ['console/session/sign-in/user-layout.tsx'],
  },
  '§1 demo pages': {
    says: 'demo pages of the admin base are no product behaviour',
    where: [],
    untested: 'none are built',
  },
} as const satisfies Lines;

/** §2 Screens and routes. */
export const ROUTES = {
  '§2 home': {
    says: '`/` leads to /dashboard/analysis; its children come from the menu',
    where: ['console/shell/use-open-pages.ts', 'modules/system/model/menus.ts'],
  },
  '§2 error pages': {
    says: '`*` → /404; pages 403, 404, 500',
    where: ['console/shell/use-open-pages.ts', 'console/shell/error-page.tsx'],
  },
  '§2 user pages': {
    says: '`/user` → /user/login; login, register, register-result, alteration in the user layout, public',
    where: [
      'console/session/redirect.ts',
      'console/session/sign-in/public-pages.tsx',
      'console/session/sign-in/user-layout.tsx',
    ],
  },
  '§2 single sign-on path': {
    says: 'one further public sign-in path: `/user/sso` (ours)',
    where: ['console/session/sign-in/sso-page.tsx'],
  },
  '§2 chat app sign-in': {
    says: '`/oauth2-app` → /oauth2-app/login, for chat apps',
    where: ['console/session/sign-in/external-app-page.tsx'],
  },
  '§2 test page': {
    says: '`/test` → /test/home (an empty page, ours)',
    where: ['console/shell/test-page.tsx'],
  },
  '§2 my announcements': {
    says: '/isps/userAnnouncement, from the bell',
    where: ['modules/system/web/notices/my-notices.tsx'],
  },
  '§2 account pages': {
    says: 'account-center, account-settings-base',
    where: ['console/shell/header.tsx', 'modules/system/web/account/pages.ts'],
  },
  '§2 logo link': {
    says: 'the logo and the name of the platform lead to the home page, within the console',
    where: ['console/shell/header.tsx'],
  },
} as const satisfies Lines;

/** §2 Navigation guard. */
export const GUARD = {
  '§2 guard with a token': {
    says: 'with a token the sign-in pages lead home, or to the redirect query',
    where: ['console/session/redirect.ts'],
  },
  '§2 wanted path': {
    says: 'routes are built from the menu, and the wanted path is opened',
    where: ['console/session/load-access.ts', 'console/shell/console.tsx'],
  },
  '§2 menu fetched once': {
    says: 'the menu is fetched once per start, however many pages are opened',
    where: ['console/session/load-access.ts', 'console/shell/console.tsx'],
  },
  '§2 menu load fails': {
    says: 'menu load fails → logged out, sign-in with redirect (a server that is away or busy offers 重试: ours)',
    where: ['console/shell/console.tsx'],
  },
  '§2 refused menu': {
    says: 'a menu that the server refuses ends the session, here and there',
    where: ['console/shell/console.tsx'],
  },
  '§2 guard without a token': {
    says: 'without a token public paths pass, login goes to the alternative path (setting `SSO_DEFAULT`, or a chat app), others to login with redirect',
    where: ['console/session/redirect.ts'],
  },
  '§2 refused start': {
    says: '启动失败 for the default layout of the other client generation',
    where: ['console/shell/menu.ts', 'console/shell/console.tsx'],
  },
} as const satisfies Lines;

/** §2 Dynamic routes. */
export const MENU = {
  '§2 menu entries': {
    says: 'path, name, redirect, component, hidden, alwaysShow, route 0, meta',
    where: ['modules/system/server/menu.ts', 'console/shell/menu.ts'],
  },
  '§2 components of the menu': {
    says: 'components of `layouts` are containers, others are views',
    where: ['kit/web/pages.ts', 'console/shell/menu.ts'],
  },
  '§2 online forms': {
    says: 'online-form list component: an entry of the menu opens the records of one form that a tenant makes',
    where: ['modules/base/web/forms/record-list.tsx'],
  },
  '§2 online reports': {
    says: 'online-report list component: pages of reports that a tenant makes',
    where: ['modules/operations/web/reports'],
  },
  '§2 menu url placeholders': {
    says: 'placeholders in a menu url: a closed list, never evaluated; no token in an address (ours)',
    where: ['console/shell/menu-address.ts'],
  },
} as const satisfies Lines;

/** §2 Screen groups. */
export const SCREENS = {
  '§2 account screens': {
    says: 'account center and settings',
    where: ['modules/system/web/account'],
  },
  '§2 sign-in screens': {
    says: 'login (account, phone, tenant selection, third-party, external-app), registration, password alteration',
    where: ['console/session'],
  },
  '§2 order screens': {
    says: 'orders: pending, shipping, shipped, cancelled, returns, shipments, boxes, remarks, replacement parts',
    where: ['modules/orders', 'modules/fulfilment', 'modules/aftersales'],
  },
  '§2 channel screens': {
    says: 'wayfair-style channel: accounts, products, inventory, promotions, pricing, publish, performance, feeds, warehouses',
    where: ['modules/base', 'modules/channels'],
  },
  '§2 base data screens': {
    says: 'base data: currencies, customers, inventory, invoices, payments, payment terms, products, product categories, suppliers, tags, the own tenant, warehouses, ship methods, sales channel fees, images, dynamic forms, file import and export',
    where: ['modules/base', 'modules/catalog', 'modules/inventory', 'modules/purchasing', 'modules/finance'],
  },
  '§2 market screens': {
    says: 'marketplace listings, products, sellers, reports',
    where: ['modules/market'],
  },
  '§2 administration screens': {
    says: 'system administration: users, roles, permissions, departments, dictionaries, logs, announcements, tenants, positions, online users, scheduled jobs, data sources, gateway routes, monitoring',
    where: ['modules/system/web', 'modules/operations/web', 'modules/monitor/web'],
  },
  '§2 home-improvement channel': {
    says: 'a home-improvement channel (accounts, products)',
    where: ['modules/channels/web', 'connectors/mirakl'],
  },
  '§2 wholesale supplier feed': {
    says: 'a wholesale supplier feed (products, inventory, suppliers)',
    where: ['modules/purchasing/web/supply', 'modules/purchasing/server/supply', 'connectors/giga'],
  },
  '§2 screens to come': {
    says: 'finance (billing, recharge, recharge admin, wallet)',
    where: [],
    untested: 'not built yet',
  },
} as const satisfies Lines;
