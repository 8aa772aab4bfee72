import type { Brand } from '#kit/web/brand.ts';

export const brand: Brand = {
  platform: '供应链管理平台',
  short: '供应链',
  tagline: 'Wayfair供应链管理平台',
  welcome: '欢迎使用供应链管理平台',
  copyright: `Copyright © ${new Date().getFullYear()} 供应链管理平台`,
  filing: '',
};
