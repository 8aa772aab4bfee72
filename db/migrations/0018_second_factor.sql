-- A second factor of the sign-in: time-based one-time codes, recovery codes, sign-ins under way.

create table second_factor (
  user_id uuid primary key references app_user (id) on delete cascade,
  -- Key of the codes, sealed together with its owner: it opens for nobody else.
  key_sealed text not null,
  create_time timestamptz not null,
  -- null: shown to its owner, who has not typed a code of it yet.
  confirm_time timestamptz,
  -- Time step of the last code that was taken: neither it nor an older one is taken again.
  last_step integer not null default 0,
  last_used timestamptz
);
comment on table second_factor is 'platform: keys of the one-time codes people sign in with';
grant select, insert, update, delete on second_factor to waybill_app;

create table recovery_code (
  user_id uuid not null references second_factor (user_id) on delete cascade,
  -- Keyed digest of owner and code.
  code_digest text not null,
  primary key (user_id, code_digest)
);
comment on table recovery_code is 'platform: single-use codes for somebody without his authenticator';
grant select, insert, delete on recovery_code to waybill_app;

create table pending_sign_in (
  ticket_digest bytea primary key,
  -- The secret that the cookie of the browser holds.
  browser_digest bytea not null,
  user_id uuid not null references app_user (id) on delete cascade,
  tries integer not null default 0,
  -- An account elsewhere that is to be linked once he is in.
  third_type text check (third_type in ('oidc', 'cas')),
  third_user_uuid text,
  verified_email text,
  expires_at timestamptz not null,
  check ((third_type is null) = (third_user_uuid is null))
);
create index pending_sign_in_expiry on pending_sign_in (expires_at);
create index pending_sign_in_user on pending_sign_in (user_id);
comment on table pending_sign_in is 'platform: sign-ins that wait for the second factor';
grant select, insert, update, delete on pending_sign_in to waybill_app;
