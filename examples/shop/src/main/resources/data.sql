insert into customer select i, 'customer' || i, encode(sha256(('customer' || i || 'secret' || i)::bytea), 'hex') from generate_series(1, 100) as i on conflict do nothing;
insert into product select i, (array['lamp', 'chair', 'table', 'shelf', 'carpet', 'clock', 'vase', 'mirror'])[1 + i % 8] || ' ' || i, 100 * (1 + i % 90) from generate_series(1, 5000) as i on conflict do nothing;
