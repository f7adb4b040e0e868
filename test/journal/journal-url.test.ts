import { expect, it } from 'vitest';
import { isServerUrl, serverAddress } from '../../src/journal/postgres/journal-url.ts';

it.each([
  ['postgres://ann@127.0.0.1/ordo', { host: '127.0.0.1', port: 5432, user: 'ann', database: 'ordo', tls: false }],
  ['postgres://ann@db.example:6000/ordo', { host: 'db.example', port: 6000, tls: true }],
  ['postgresql://a%40b:p%3Aw@localhost/x%20y', { user: 'a@b', password: 'p:w', database: 'x y', tls: false }],
  ['postgres://ann@[::1]/ordo', { host: '::1', tls: false }],
  ['postgres://ann@localhost/ordo?sslmode=verify-full', { tls: true }],
  ['postgres://ann@db.example/ordo?sslrootcert=/etc/ca.crt', { tls: true, rootCert: '/etc/ca.crt' }],
])('%s is read', (text, want) => {
  const address = serverAddress(text);
  expect(isServerUrl(text)).toBe(true);
  expect(address).toMatchObject({ ok: true, value: want });
});

it.each([
  ['postgres://127.0.0.1/ordo', 'postgres://user@host/database'],
  ['postgres://ann@/ordo', 'postgres://user@host/database'],
  ['postgres://ann@db.example', 'postgres://user@host/database'],
  ['postgres://ann@db.example/a/b', 'postgres://user@host/database'],
  ['mysql://ann@db/ordo', 'postgres://user@host/database'],
  [
    'postgres://ann@db.example/ordo?sslmode=require',
    'sslmode=require does not check whose server it is: write sslmode=verify-full',
  ],
  ['postgres://ann@db.example/ordo?sslmode=always', 'sslmode=always is not known'],
  ['postgres://ann@db.example/ordo?sslrootcert=ca.crt', 'not the whole path'],
  ['postgres://ann@localhost/ordo?sslrootcert=/ca.crt', 'write sslmode=verify-full as well'],
  ['postgres://ann@db.example/ordo?sslmode=disable', 'for a server on this machine only'],
  ['postgres://ann@db.example/ordo?options=-c', 'has options'],
])('%s is refused', (text, why) => {
  expect(serverAddress(text)).toMatchObject({ ok: false, error: expect.stringContaining(why) as string });
});

it('names it without its password', () => {
  const address = serverAddress('postgres://ann:secret@db.example:6000/ordo');
  expect(address).toMatchObject({ ok: true, value: { name: 'postgres://ann@db.example:6000/ordo' } });
  for (const text of ['postgres://ann:secret@db.example/a/b', 'postgres://ann:secret@db.example/x?sslmode=no'])
    expect(JSON.stringify(serverAddress(text))).not.toContain('secret');
});
