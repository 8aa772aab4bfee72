-- Single sign-on: who is known by which name at another system, and sign-ins that are under way.

create table third_account (
  third_type text not null,
  -- Issuer and subject: a subject means nothing at another issuer.
  third_user_uuid text not null,
  user_id uuid not null references app_user (id) on delete cascade,
  create_time timestamptz not null,
  primary key (third_type, third_user_uuid)
);
create index third_account_user on third_account (user_id);
comment on table third_account is 'platform: names that other systems have for our people';
grant select, insert, delete on third_account to waybill_app;

-- One row a browser, from the way out to the session; each step takes the row and leaves the next.
create table third_login (
  -- Digest of the cookie that only this browser has.
  browser_digest bytea primary key,
  third_type text not null,
  stage text not null check (stage in ('begun', 'returned', 'binding')),
  -- Digest of what the address brings back: the state on the way out, then the ticket.
  secret_digest bytea,
  nonce text,
  code_verifier text,
  -- Page of ours that goes on, and where the person wanted to go.
  page text not null,
  redirect text not null,
  third_user_uuid text,
  verified_email text,
  expires_at timestamptz not null
);
create index third_login_expiry on third_login (expires_at);
comment on table third_login is 'platform: sign-ins at other systems that are under way';
grant select, insert, delete on third_login to waybill_app;
