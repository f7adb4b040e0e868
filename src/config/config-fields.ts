/** The words of the config: what each key takes. */
import type { ConfigDocument } from '../generated/config.ts';
import type { AccountDocument } from '../generated/account.ts';
import type { Instrument, InstrumentsDocument } from '../generated/instruments.ts';
import { YES_OR_NO } from '../plan/vocabulary/shared-words.ts';
import type { KeyWords, MappingWords } from '../document/mapping-words.ts';
import type { Path } from '../document/locate.ts';
import { limitFields, limitsShapeAt } from '../plan/vocabulary/plan-words.ts';
import { explainDecimal } from '../document/decimal-spelling.ts';
import type { Dialect } from '../exchange/dialect.ts';

type Section<Name extends 'exchange' | 'execution' | 'policy' | 'simulate'> = Record<
  keyof NonNullable<ConfigDocument[Name]>,
  KeyWords
>;

const RATE: KeyWords = { what: 'an amount per window, such as 500/10s, the window at most 9999m' };

const CODE: KeyWords = { what: 'a whole number or a word, such as 40034 or -2010' };

const exchangeOf = ({ calls }: Dialect): Section<'exchange'> => ({
  interface: { what: 'v2 or v3' },
  baseUrl: { what: 'the exchange’s origin, such as https://api-contract.weex.com' },
  account: { what: 'letters, digits, `.`, `_` and `-`, at most 64' },
  locale: { what: 'a language tag such as en-US' },
  egress: { what: 'letters, digits, `.`, `_` and `-`, at most 64' },
  ipWeight: RATE,
  uidWeight: RATE,
  orderCalls: RATE,
  orderCallsPerMinute: RATE,
  inFlight: { what: 'a whole number from 1 to 999' },
  timeout: { what: 'a whole number with its unit, such as 10s or 500ms, at most 9999m' },
  batchPresets: YES_OR_NO,
  queries: YES_OR_NO,
  cancelBatch: upTo(calls.cancel.most),
  refusalCodes: { what: 'a list of error codes, such as [40034] or [-2010]' },
  engineRefusalsAt500: YES_OR_NO,
  equity: { what: 'balance or balance+open' },
  realised: { what: 'before-fees or after-fees', words: { before: 'before-fees', after: 'after-fees' } },
  keysCommand: { what: 'a list of a program and its arguments, such as [pass, show, exchange/main]' },
});

const executionOf = ({ calls }: Dialect): Section<'execution'> => ({
  onUnknown: { what: 'stop or continue' },
  onReject: { what: 'continue or stop' },
  maxOrdersPerCall: upTo(calls.place.most),
  rateRefusals: { what: 'a whole number from 0 to 99' },
  accountCheck: { what: 'refuse, warn or off' },
  cancelWait: { what: 'a whole number with its unit, such as 10s or 1m' },
  maxPause: { what: 'a whole number with its unit, such as 5m or 30s' },
  lookEvery: { what: 'a whole number with its unit from 500ms to 60s, such as 2s' },
});

const upTo = (most: number): KeyWords => ({ what: `a whole number from 1 to ${most}` });

const policy: Section<'policy'> = {
  ...limitFields,
  maxAccountAge: { what: 'a whole number with its unit, such as 1h, 30m or 90s' },
};

const FILES: KeyWords = { what: 'a file of candles, or a list of files' };
const simulate: Section<'simulate'> = {
  candles: { what: 'files by symbol, such as { cmt_btcusdt: candles/btc-1h.csv }' },
  fees: { what: 'the maker’s and the taker’s, such as 0.02%/0.06%' },
};

const top: Record<keyof ConfigDocument, KeyWords> = {
  version: { what: '1' },
  exchange: { what: 'its settings below it' },
  instruments: { what: 'the file of the list, such as instruments.json' },
  accountFile: { what: 'the file of the account, such as account.json' },
  journal: { what: 'the whole path of a file, or postgres://user@host/database' },
  notify: { what: 'a list of a program and its arguments, such as [ntfy-ordo, desk]' },
  execution: { what: 'its settings below it' },
  policy: { what: 'its limits below it' },
  simulate: { what: 'its settings below it' },
};

const NOWHERE: Readonly<Record<string, string>> = {};
const SECRET =
  'keys are never kept in a file: set ORDO_API_KEY, ORDO_API_SECRET and ORDO_API_PASSPHRASE, or name an exchange.keysCommand';
const secrets = Object.fromEntries(
  ['apikey', 'key', 'apisecret', 'secret', 'secretkey', 'passphrase', 'password', 'apipassphrase'].map((key) => [
    key,
    SECRET,
  ]),
);

const CONFIG: MappingWords = {
  name: 'the config',
  whole: '`version` and the sections that differ from the defaults',
  fields: top,
  synonyms: {
    limits: 'policy',
    instrument: 'instruments',
    account: 'accountFile',
    equity: 'accountFile',
    simulation: 'simulate',
    backtest: 'simulate',
  },
  remarks: secrets,
};
/** Each version of the interface limits how much one call carries. */
const sectionsOf = (dialect: Dialect): Readonly<Record<string, MappingWords>> => ({
  exchange: {
    name: '`exchange`',
    whole: 'its settings below it',
    fields: exchangeOf(dialect),
    synonyms: { url: 'baseUrl', host: 'baseUrl', concurrency: 'inFlight' },
    remarks: secrets,
  },
  execution: {
    name: '`execution`',
    whole: 'its settings below it',
    fields: executionOf(dialect),
    synonyms: { batchsize: 'maxOrdersPerCall', retries: 'rateRefusals' },
    remarks: NOWHERE,
  },
  simulate: {
    name: '`simulate`',
    whole: 'its settings below it',
    fields: simulate,
    synonyms: { klines: 'candles', ohlcv: 'candles', prices: 'candles', fee: 'fees' },
    remarks: NOWHERE,
  },
});

const CODES: MappingWords = {
  name: '`refusalCodes`',
  whole: 'codes',
  fields: {},
  every: CODE,
  synonyms: {},
  remarks: NOWHERE,
};

const CANDLES: MappingWords = {
  name: '`candles`',
  whole: 'files by symbol, such as { cmt_btcusdt: candles/btc-1h.csv }',
  fields: {},
  every: FILES,
  synonyms: {},
  remarks: NOWHERE,
};

export function configShapes(dialect: Dialect): (path: Path) => MappingWords | undefined {
  const sections = sectionsOf(dialect);
  return (path) => {
    const [section, ...within] = path;
    if (section === undefined) return CONFIG;
    if (section === 'policy') return limitsShapeAt('`policy`', policy, within);
    if (path.join('.') === 'exchange.refusalCodes') return CODES;
    if (path.join('.') === 'simulate.candles') return CANDLES;
    return path.length === 1 && typeof section === 'string' && Object.hasOwn(sections, section)
      ? sections[section]
      : undefined;
  };
}

const DECIMAL: KeyWords = { what: 'a plain decimal above zero, such as 0.1', explain: explainDecimal };
const instrument: Record<keyof Instrument, KeyWords> = {
  tick: DECIMAL,
  step: DECIMAL,
  minSize: DECIMAL,
  maxSize: DECIMAL,
};
const list: Record<keyof InstrumentsDocument, KeyWords> = {
  asOf: { what: 'when the list was read, such as 2026-11-21T08:00:00Z' },
  source: { what: 'the address that it was read at' },
  instruments: { what: 'one entry per symbol' },
};

const LIST: MappingWords = {
  name: 'the list',
  whole: '`asOf`, `source` and `instruments`',
  fields: list,
  synonyms: { date: 'asOf', url: 'source' },
  remarks: NOWHERE,
};
const INSTRUMENT: MappingWords = {
  name: 'the instrument',
  whole: '`tick`, `step` and `minSize`',
  fields: instrument,
  synonyms: {
    ticksize: 'tick',
    sizeincrement: 'step',
    stepsize: 'step',
    lot: 'step',
    minordersize: 'minSize',
    maxordersize: 'maxSize',
  },
  remarks: NOWHERE,
};

export function instrumentsShapeAt(path: Path): MappingWords | undefined {
  if (path.length === 0) return LIST;
  return path.length === 2 && path[0] === 'instruments' ? INSTRUMENT : undefined;
}

const account: Record<keyof AccountDocument, KeyWords> = {
  version: { what: '1' },
  asOf: { what: 'when the exchange was asked, such as 2026-11-23T12:04:07Z' },
  origin: { what: 'the exchange that was asked' },
  account: { what: 'the account, as the config calls it' },
  asset: { what: 'the coin that the equity is in, such as USDT' },
  equity: DECIMAL,
};

const ACCOUNT: MappingWords = {
  name: 'the account file',
  whole: 'what `ordo account --out` writes',
  fields: account,
  synonyms: { date: 'asOf', balance: 'equity' },
  remarks: NOWHERE,
};

export const accountShapeAt = (path: Path): MappingWords | undefined => (path.length === 0 ? ACCOUNT : undefined);
