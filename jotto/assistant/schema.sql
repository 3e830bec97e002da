create table if not exists games (id integer primary key, kind text not null, name text not null, owner text not null, version integer not null, changed real not null, state integer not null default 1, address text not null default '', content text not null);
create table if not exists seen (id integer primary key, at real not null);
