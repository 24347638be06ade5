create table if not exists customer (id bigint primary key, name text unique not null, password text not null);
create table if not exists product (id bigint primary key, name text not null, cents bigint not null);
create index if not exists product_name on product (name text_pattern_ops);
create table if not exists cart (id bigint generated always as identity primary key, customer bigint not null, product bigint not null, quantity int not null);
create table if not exists orders (id bigint generated always as identity primary key, customer bigint not null, product bigint not null, quantity int not null);
