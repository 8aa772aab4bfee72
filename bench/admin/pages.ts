import { Agent } from 'node:http';
import { measure, send, type Call, type Run, type Target } from '../load.ts';
import { BIG_DICT, ROLE } from './generate.ts';
import type pg from 'pg';

const REQUESTS = 20;

/** What the pages of the administration ask for, with what people look for in them. */
async function questions(owner: pg.Client, tenant: number): Promise<Record<string, string>> {
  const id = async (text: string): Promise<string> => {
    const { rows } = await owner.query<{ id: string }>(text, [tenant]);
    return (rows[0] as { id: string }).id;
  };
  const role = await id(`select id from role where tenant_id = $1 and code = '${ROLE}'`);
  const dict = await id(`select id from tenant_dict where tenant_id = $1 and code = '${BIG_DICT}'`);
  const root = await id(`select id from depart where tenant_id = $1 and level = 1 and name like '部门 %'`);
  const leaf = await id(`select id from depart where tenant_id = $1 and level = 8 limit 1`);
  const page = 'column=createTime&order=desc&pageNo=1&pageSize=10';
  const name = encodeURIComponent('*王伟*');
  return {
    users: `/sys/user/list?${page}`,
    'users, page 9,000': '/sys/user/list?column=createTime&order=desc&pageNo=9000&pageSize=10',
    'users by name': `/sys/user/list?${page}&realname=${name}`,
    'users by account': `/sys/user/list?${page}&username=*ench777*`,
    'users by phone': `/sys/user/list?${page}&phone=*0077777*`,
    'users by keyword': `/sys/user/list?${page}&keyword=${encodeURIComponent('王伟')}`,
    'users by no keyword of anybody': `/sys/user/list?${page}&keyword=nobodyhasthis`,
    'users by name order': '/sys/user/list?column=realname&order=asc&pageNo=1&pageSize=10',
    'users of a department': `/sys/user/list?${page}&departId=${leaf}`,
    'users below a department': `/sys/user/list?${page}&departTree=${root}`,
    'users of a role': `/sys/user/list?${page}&roleId=${role}`,
    'picker of people': '/sys/user/queryUserComponentData?pageNo=1&pageSize=10',
    'picker by name': `/sys/user/queryUserComponentData?pageNo=1&pageSize=10&realname=${name}`,
    'picker of a department': `/sys/user/queryUserComponentData?pageNo=1&pageSize=10&departId=${leaf}`,
    'address book': '/sys/user/queryByOrgCodeForAddressList?pageNo=1&pageSize=10',
    'address book, whole firm': `/sys/user/queryByOrgCodeForAddressList?pageNo=1&pageSize=10&orgCode=Z01`,
    'address book by name': `/sys/user/queryByOrgCodeForAddressList?pageNo=1&pageSize=10&realname=${name}`,
    roles: `/sys/role/list?${page}`,
    'rights to grant': '/sys/role/queryTreeList',
    'rights of a role': `/sys/permission/queryRolePermission?roleId=${role}`,
    menus: '/sys/permission/list',
    'menus, first level': '/sys/permission/getSystemMenuList',
    dictionaries: `/sys/dict/list?${page}`,
    'items of 10,000': `/sys/dictItem/list?dictId=${dict}&pageNo=1&pageSize=10`,
    'items of 10,000 by text': `/sys/dictItem/list?dictId=${dict}&pageNo=1&pageSize=10&itemText=*777*`,
    'all items of one of 10,000': `/sys/dict/getDictItems/${BIG_DICT}`,
    'searched in 10,000': `/sys/dict/getDictItems/${BIG_DICT}?keyword=777&pageSize=10`,
    'log of sign-ins': `/sys/log/list?logType=1&${page}`,
    'log of deeds': `/sys/log/list?logType=2&${page}`,
    'log of sign-ins by word': `/sys/log/list?logType=1&${page}&keyWord=${encodeURIComponent('失败')}`,
    'log of sign-ins by account': `/sys/log/list?logType=1&${page}&username=*bench777*`,
    'log of deeds by word': `/sys/log/list?logType=2&${page}&keyWord=${encodeURIComponent('编辑')}`,
    'open sessions': '/sys/online/list?pageNo=1&pageSize=10',
    'open sessions by account': '/sys/online/list?pageNo=1&pageSize=10&username=*bench77*',
  };
}

/** One client, one question after the other: how long each answer takes and what it costs. */
export async function measurePages(
  owner: pg.Client,
  tenant: number,
  app: Target & { token: string },
  say: (run: Run) => void,
): Promise<void> {
  const agent = new Agent();
  for (const [name, path] of Object.entries(await questions(owner, tenant))) {
    const call: Call = {
      method: 'GET',
      url: `${app.served.address}/api${path}`,
      headers: { 'x-access-token': app.token },
    };
    const first = await send(agent, call);
    const answer = JSON.parse(first.text) as { success?: boolean };
    if (first.status !== 200 || answer.success === false)
      console.log(`refused: ${name} ${path}: ${first.status} ${first.text.slice(0, 200)}`);
    const began = performance.now();
    await send(agent, call);
    // What is far too slow is not asked for a minute.
    const count = performance.now() - began > 1000 ? 2 : REQUESTS;
    const run = await measure(
      name,
      app,
      1,
      Array.from({ length: count }, () => call),
    );
    say({ ...run, name: `${name} (${Math.ceil(first.text.length / 1024)} kB)` });
  }
  agent.destroy();
}
