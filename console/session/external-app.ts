/** Whether this is the browser of an enterprise chat app, which can vouch for its user. */
export const isExternalApp = (userAgent: string = navigator.userAgent): boolean => /wxwork|dingtalk/i.test(userAgent);
