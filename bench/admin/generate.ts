import type pg from 'pg';

/** What an installation of the size in "System administration" holds. */
export const SIZES = {
  users: 100_000,
  departs: 5_000,
  levels: 8,
  menus: 300,
  buttons: 2_000,
  dictionaries: 200,
  items: 3_000,
  /** Of one dictionary, beside those. */
  bigItems: 10_000,
  logs: 200_000,
  sessions: 5_000,
};

/** Role that holds every menu and button. */
export const ROLE = 'bench_all';
export const BIG_DICT = 'bench_big';

/** One password for all, hashed once. */
export interface Administration {
  passwordHash: string;
  tenant: number;
}

/** Name of the account with this number, from 1. */
export const accountOf = (i: number): string => `bench${i}`;

/**
 * Fills a tenant with people, departments, menus, buttons, dictionaries, logs and sessions.
 * Same rows on every run but for their ids.
 */
export async function generateAdministration(
  owner: pg.Client,
  { tenant, passwordHash }: Administration,
): Promise<void> {
  await addMenus(owner, tenant);
  await addDictionaries(owner, tenant);
  await addDeparts(owner, tenant);
  await addPeople(owner, tenant, passwordHash);
  await addTraces(owner, tenant);
  await owner.query('vacuum analyze');
}

/** Menus and buttons are topped up beside those of the program; all hang on one role. */
async function addMenus(owner: pg.Client, tenant: number): Promise<void> {
  const { menus, buttons } = SIZES;
  await owner.query(
    `with have as (select count(*) filter (where menu_type < 2) as menus,
          count(*) filter (where menu_type = 2) as buttons from permission where is_live),
      groups as (
        insert into permission (id, name, menu_type, component, url, sort_no, create_time)
        select gen_random_uuid(), '规模目录 ' || n, 0, 'layouts/RouteView', '/bench/' || n, 100 + n, now()
        from generate_series(1, 20) n returning id, sort_no),
      pages as (
        insert into permission (id, parent_id, name, menu_type, component, url, sort_no, create_time)
        select gen_random_uuid(), g.id, '规模页面 ' || n, 1, 'layouts/IframePageView',
          'https://example.com/bench/' || n, n, now()
        from have cross join generate_series(1, ($1 - have.menus - 20)::integer) n
        join groups g on g.sort_no = 101 + n % 20 returning id, sort_no)
      insert into permission (id, parent_id, name, perms, menu_type, sort_no, create_time)
      select gen_random_uuid(), p.id, '规模按钮 ' || n, 'bench:page' || p.sort_no || ':act' || n, 2, n, now()
      from have cross join generate_series(1, ($2 - have.buttons)::integer) n
      join (select id, sort_no, row_number() over (order by sort_no) - 1 as place,
        count(*) over () as of_all from pages) p on p.place = n % p.of_all`,
    [menus, buttons],
  );
  await owner.query(
    `with made as (
        insert into role (tenant_id, id, code, name, create_time)
        values ($1, gen_random_uuid(), $2, '规模全部权限', now()) returning id)
      insert into role_permission (tenant_id, role_id, permission_id, operate_time)
      select $1, made.id, p.id, now() from made cross join permission p where p.is_live`,
    [tenant, ROLE],
  );
}

async function addDictionaries(owner: pg.Client, tenant: number): Promise<void> {
  const { dictionaries, items, bigItems } = SIZES;
  await owner.query(
    `with have as (select (select count(*) from dict where is_live) as dicts,
          (select count(*) from dict_item i join dict d on d.id = i.dict_id where d.is_live) as items),
      made as (
        insert into dict (id, code, name, is_open, create_time)
        select gen_random_uuid(), 'bench_' || n, '规模字典 ' || n, true, now()
        from have cross join generate_series(1, ($1 - have.dicts)::integer) n returning id)
      insert into dict_item (id, dict_id, value, text, sort_order, create_time)
      select gen_random_uuid(), d.id, n::text, '选项 ' || n, n, now()
      from have cross join generate_series(1, ($2 - have.items)::integer) n
      join (select id, row_number() over () - 1 as place, count(*) over () as of_all from made) d
        on d.place = n % d.of_all`,
    [dictionaries, items],
  );
  await owner.query(
    `with made as (insert into tenant_dict (tenant_id, id, code, name, create_time)
        values ($1, gen_random_uuid(), $2, '规模大字典', now()) returning id)
      insert into tenant_dict_item (tenant_id, id, own_dict_id, value, text, sort_order, create_time)
      select $1, gen_random_uuid(), made.id, n::text, '大字典选项 ' || n, n, now()
      from made cross join generate_series(1, $3::integer) n`,
    [tenant, BIG_DICT, bigItems],
  );
}

/** Five below each, a level at a time, until there are enough; the last level takes what is left. */
async function addDeparts(owner: pg.Client, tenant: number): Promise<void> {
  const { departs, levels } = SIZES;
  // 1 + 4 + 12 + 36 + 108 + 324 + 972 of the upper levels leave 3543 to the last one.
  const sizes = [1, 4, 12, 36, 108, 324, 972];
  sizes.push(departs - sizes.reduce((sum, n) => sum + n, 0));
  for (let level = 1; level <= levels; level++)
    await owner.query(
      `insert into depart (tenant_id, id, parent_id, name, level, org_code, sort_no, create_time)
        select $1, gen_random_uuid(), p.id, '部门 ' || $2::integer || '-' || n, $2, coalesce(p.org_code, '')
          || 'Z' || lpad((row_number() over (partition by p.id order by n))::text, 2, '0'), n, now()
        from generate_series(1, $3::integer) n
        left join (select id, org_code, row_number() over (order by org_code) - 1 as place,
            count(*) over () as of_all
          from depart where tenant_id = $1 and level = $2::integer - 1 and name like '部门 %') p
          on p.place = n % p.of_all`,
      [tenant, level, sizes[level - 1]],
    );
}

async function addPeople(owner: pg.Client, tenant: number, passwordHash: string): Promise<void> {
  await owner.query(
    `create temp table person as
      select i, gen_random_uuid() as id, timestamptz '2025-01-01' + i * interval '5 minutes' as moment,
        substr('王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗', 1 + i % 20, 1)
          || substr('伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平', 1 + (i / 20) % 20, 1)
          || substr('一国文建晓志海春雪梅华玉龙凤江河山川云天', 1 + (i / 400) % 20, 1) as realname
      from generate_series(1, $1::integer) i`,
    [SIZES.users],
  );
  await owner.query(
    `insert into app_user (id, username, username_key, phone, email, email_key, password_hash,
        password_time, realname, create_time)
      select id, 'bench' || i, 'bench' || i, (13000000000 + i)::text, 'bench' || i || '@example.com',
        'bench' || i || '@example.com', $1, moment, realname, moment from person`,
    [passwordHash],
  );
  await owner.query(
    `insert into membership (tenant_id, user_id, work_no, create_time)
      select $1, id, 'B' || lpad(i::text, 6, '0'), moment from person`,
    [tenant],
  );
  await owner.query(
    `insert into user_role (tenant_id, user_id, role_id)
      select $1, p.id, r.id from person p join role r on r.tenant_id = $1 and r.code = $2`,
    [tenant, ROLE],
  );
  await owner.query(
    `insert into user_depart (tenant_id, user_id, depart_id)
      select $1, p.id, d.id from person p
      join (select id, row_number() over (order by org_code) - 1 as place from depart
        where tenant_id = $1 and name like '部门 %') d on d.place = p.i % $2::integer`,
    [tenant, SIZES.departs],
  );
  await owner.query(
    `update membership m set org_code = d.org_code from user_depart ud
      join depart d on d.tenant_id = ud.tenant_id and d.id = ud.depart_id
      where m.tenant_id = $1 and ud.tenant_id = $1 and ud.user_id = m.user_id`,
    [tenant],
  );
}

/** What work leaves behind: sign-ins, deeds, open sessions. */
async function addTraces(owner: pg.Client, tenant: number): Promise<void> {
  await owner.query(
    `insert into login_log (tenant_id, id, kind, user_id, username, content, ip, user_agent, cost_ms, create_time)
      select $1, gen_random_uuid(), 'login', p.id, 'bench' || p.i, '登录成功', '10.0.0.' || n % 250,
        'bench', 60, now() - n * interval '1 minute'
      from generate_series(1, $2::integer) n join person p on p.i = 1 + n % $3::integer`,
    [tenant, SIZES.logs, SIZES.users],
  );
  await owner.query(
    `insert into audit_log (tenant_id, id, resource, row_id, action, actor_id, actor_name, diff, at)
      select $1, gen_random_uuid(), 'system:user', p.id, 'edit', p.id, 'bench' || p.i,
        '{"realname": ["甲", "乙"]}', now() - n * interval '1 minute'
      from generate_series(1, $2::integer) n join person p on p.i = 1 + n % $3::integer`,
    [tenant, SIZES.logs, SIZES.users],
  );
  await owner.query(
    `insert into session (token_hash, id, user_id, tenant_id, create_time, last_seen, expires_at, ip, user_agent)
      select decode(md5('a' || i) || md5('b' || i), 'hex'), gen_random_uuid(), id, $1, now(), now(),
        now() + interval '1 day', '10.0.0.1', 'bench' from person where i <= $2`,
    [tenant, SIZES.sessions],
  );
}
