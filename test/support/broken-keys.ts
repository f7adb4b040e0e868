/** What of the keys is against a live run, whatever the plan is. */
import { both, env, execution, GIVES, keyProgram, placed, two, without, type Broken } from './breaking.ts';
import { WARN } from './checked-desk.ts';

export const BROKEN_KEYS: readonly Broken[] = [
  { what: 'a key that the exchange does not know', by: ['key', 2], make: env({ ORDO_API_KEY: 'papr' }) },
  { what: 'a wrong secret', by: ['key', 2], make: env({ ORDO_API_SECRET: 'papr' }) },
  { what: 'a wrong passphrase', by: ['key', 2], make: env({ ORDO_API_PASSPHRASE: 'papr' }) },
  {
    what: 'a wrong key where the check only warns',
    by: ['key', 2],
    make: both(execution(WARN), env({ ORDO_API_KEY: 'papr' })),
  },
  { what: 'no key', by: ['keys', 2], make: without('ORDO_API_KEY', 'ORDO_API_SECRET', 'ORDO_API_PASSPHRASE') },
  {
    what: 'another key than the journal knows',
    by: ['keys', 2],
    make: both(placed, two(), env({ ORDO_API_KEY: 'papr' })),
  },
  {
    what: 'a program of the keys that is not there',
    by: ['keys', 2],
    make: both(
      ({ at }, version) =>
        void at.write('ordo.config.yaml', `version: 1\nexchange: { interface: ${version}, keysCommand: [./keys] }\n`),
      without('ORDO_API_KEY'),
    ),
  },
  { what: 'a program of the keys that others may write', by: ['keys', 2], make: keyProgram(GIVES, 0o777) },
  { what: 'a program of the keys that may not be run', by: ['keys', 2], make: keyProgram(GIVES, 0o600) },
  { what: 'a program of the keys that fails', by: ['keys', 2], make: keyProgram('exit 3', 0o700) },
  { what: 'a program of the keys that gives something else', by: ['keys', 2], make: keyProgram('echo hello', 0o700) },
  { what: 'a program that gives the keys', make: keyProgram(GIVES, 0o700) },
];
