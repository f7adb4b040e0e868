/** What becomes of each kind of order in a market that moves. */
import { describe, expect, it } from 'vitest';
import { Story } from '../support/market-story.ts';

const MARKET = { match: '1', price: '0' } as const;
const CLOSE = { type: '3' } as const;
const STOP = { kind: 'trigger', trigger: '63500', ...MARKET, ...CLOSE } as const;
const NOTHING_TO_CLOSE = '40015 FAILED_PRECONDITION: The position available amount not enough';

describe('at once', () => {
  it.each([
    ['a market order at what faces it', MARKET, ['market a open-long 0.01 @ 64000.1']],
    ['a short at the bid', { ...MARKET, type: '2' }, ['market a open-short 0.01 @ 63999.9']],
    ['a limit that crosses', { price: '65000' }, ['limit a open-long 0.01 @ 64000.1']],
    ['ioc that crosses', { price: '65000', orderType: '3' }, ['limit a open-long 0.01 @ 64000.1']],
    ['post-only that would cross: cancelled', { price: '65000', orderType: '1' }, []],
    ['fok that cannot fill: cancelled', { orderType: '2' }, []],
    ['ioc that cannot fill: cancelled', { orderType: '3' }, []],
  ])('%s', (_name, changes, fills) => {
    const story = new Story();
    story.place('a', changes);
    expect(story.states()).toEqual([fills.length > 0 ? 'single filled' : 'single canceled']);
    expect(story.go('40000', '90000')).toEqual(fills);
  });
});

describe('a resting limit', () => {
  it('fills once, at its own price, when the ask comes down to it', () => {
    const story = new Story();
    story.place('a');
    expect(story.go('63000')).toEqual([]);
    expect(story.states()).toEqual(['single open']);
    expect(story.go('62999.9')).toEqual(['limit a open-long 0.01 @ 63000']);
    expect(story.go('64000', '60000')).toEqual([]);
    expect(story.book.orders[0]).toMatchObject({ status: 'filled', averagePrice: '63000', filledSize: '0.01' });
  });

  it('of a short fills when the bid comes up to it', () => {
    const story = new Story();
    story.place('a', { type: '2', price: '65000.0' });
    expect(story.go('65000')).toEqual([]);
    expect(story.go('65000.1')).toEqual(['limit a open-short 0.01 @ 65000']);
  });

  it('those that one step passes fill in the order in which it reaches them', () => {
    const story = new Story();
    for (const [id, price] of Object.entries({ c: '61000', a: '63000', b: '62000', a2: '63000' }))
      story.place(id, { price });
    expect(story.go('60000').map((fill) => fill.split(' ')[1])).toEqual(['a', 'a2', 'b', 'c']);
    expect(story.held()).toEqual(['long 0.04 @ 62250: -90']);
    for (const [id, price] of Object.entries({ f: '62000', d: '61000', e: '61500', d2: '61000' }))
      story.place(id, { price, type: '2' });
    expect(story.go('63000').map((fill) => fill.split(' ')[1])).toEqual(['d', 'd2', 'e', 'f']);
  });
});

describe('a trigger', () => {
  it('below the last price fires on the way down, to market', () => {
    const story = new Story();
    story.place('in', MARKET);
    story.place('stop', STOP);
    expect(story.go('66000', '63500.1')).toEqual(['market in open-long 0.01 @ 64000.1']);
    expect(story.go('62000')).toEqual(['trigger stop close-long 0.01 @ 63499.9']);
    expect(story.states()).toEqual(['single filled', 'trigger triggered', 'single filled']);
    expect(story.book.orders[2]).toMatchObject({ clientOid: 'stop', profit: '-5.002' });
    expect(story.book.orders[1]).toMatchObject({ filledSize: '0.01', averagePrice: '63499.9' });
    expect(story.held()).toEqual([]);
  });

  it('above the last price fires on the way up; one exactly at it at once', () => {
    const story = new Story();
    story.place('up', { kind: 'trigger', trigger: '65000', ...MARKET });
    story.place('here', { kind: 'trigger', trigger: '64000', ...MARKET });
    expect(story.states()).toEqual(['trigger untriggered', 'trigger triggered', 'single filled']);
    expect(story.go('63000')).toEqual(['trigger here open-long 0.01 @ 64000.1']);
    expect(story.go('65000')).toEqual(['trigger up open-long 0.01 @ 65000.1']);
  });

  it('with a limit becomes an order that rests, and then fills as any other', () => {
    const story = new Story();
    story.place('dip', { kind: 'trigger', trigger: '65000', price: '64500' });
    expect(story.go('65000')).toEqual([]);
    expect(story.states()).toEqual(['trigger triggered', 'single open']);
    expect(story.go('64000')).toEqual(['trigger dip open-long 0.01 @ 64500']);
  });

  it('that closes is taken without a position, and is cancelled when it fires without one', () => {
    const story = new Story();
    expect(story.place('stop', STOP)).toBe('stop');
    expect(story.go('63000')).toEqual([]);
    expect(story.states()).toEqual(['trigger canceled']);
  });

  it('that closes more than is held closes what is held', () => {
    const story = new Story();
    story.place('in', MARKET);
    story.place('stop', { ...STOP, size: '0.03' });
    expect(story.go('63000').at(-1)).toBe('trigger stop close-long 0.01 @ 63499.9');
  });

  it('may not repeat the client order id of one that waits, and may once that is gone', () => {
    const story = new Story();
    story.place('in', { price: '63800' });
    expect(story.place('in', STOP)).toMatch(/^40015 FAILED_PRECONDITION: client_oid in/);
    story.go('63700');
    expect(story.place('in', STOP)).toBe('in');
  });
});

describe('presets', () => {
  const guarded = { ...MARKET, takeProfit: '65000', stopLoss: '63000' };

  it.each([
    ['take-profit', '66000', 'take-profit in close-long 0.01 @ 64999.9', '9.998'],
    ['stop-loss', '62000', 'stop-loss in close-long 0.01 @ 62999.9', '-10.002'],
  ])('%s: the one that is reached closes and ends the other', (_name, price, fill, profit) => {
    const story = new Story();
    story.place('in', guarded);
    story.go('64000');
    expect(story.go(price)).toEqual([fill]);
    expect(story.go('60000', '70000')).toEqual([]);
    expect(story.held()).toEqual([]);
    expect(story.book.orders.at(-1)).toMatchObject({ status: 'filled', profit });
    expect(story.states().toSorted()).toEqual(
      ['single filled', 'trigger canceled', 'trigger triggered', 'single filled'].toSorted(),
    );
  });

  it('of a short lie the other way round', () => {
    const story = new Story();
    story.place('in', { ...MARKET, type: '2', takeProfit: '63000', stopLoss: '65000' });
    story.go('64000');
    expect(story.go('62500')).toEqual(['take-profit in close-short 0.01 @ 63000.1']);
  });

  it('wait for the fill of their order, and close in the same step if it passes both', () => {
    const story = new Story();
    story.place('in', { stopLoss: '62000' });
    expect(story.states()).toEqual(['single open']);
    expect(story.go('61000')).toEqual(['limit in open-long 0.01 @ 63000', 'stop-loss in close-long 0.01 @ 61999.9']);
  });

  it('close what is left, and once the position is gone close nothing', () => {
    const story = new Story();
    story.place('in', { ...guarded, size: '0.03' });
    story.place('out', { ...MARKET, ...CLOSE, size: '0.02' });
    expect(story.go('64000', '65000').at(-1)).toBe('take-profit in close-long 0.01 @ 64999.9');
    const flat = new Story();
    flat.place('in', guarded);
    flat.place('out', { ...MARKET, ...CLOSE });
    flat.go('64000');
    expect(flat.go('66000')).toEqual([]);
    expect(flat.states().slice(1, 3)).toEqual(['trigger canceled', 'trigger canceled']);
  });
});

describe('a close', () => {
  it('without a position is refused, of whatever kind', () => {
    for (const changes of [MARKET, { price: '65000' }, { orderType: '3' }, { kind: 'batch' }] as const) {
      expect(new Story().place('out', { ...CLOSE, ...changes })).toBe(NOTHING_TO_CLOSE);
    }
  });

  it('of another side, margin mode or symbol closes nothing', () => {
    const story = new Story();
    story.place('in', MARKET);
    for (const changes of [{ type: '4' }, { marginMode: 3 }, { symbol: 'cmt_ethusdt' }] as const) {
      expect(story.place('out', { ...MARKET, ...CLOSE, ...changes })).toBe(NOTHING_TO_CLOSE);
    }
    expect(story.place('out', { ...MARKET, ...CLOSE })).toBe('out');
  });

  it('of more than is held and not asked for by resting closes is refused', () => {
    const story = new Story();
    story.place('in', MARKET);
    expect(story.place('all', { ...CLOSE, size: '0.0101', price: '65000' })).toBe(NOTHING_TO_CLOSE);
    expect(story.place('half', { ...CLOSE, size: '0.005', price: '65000' })).toBe('half');
    expect(story.place('more', { ...CLOSE, size: '0.0051', price: '66000' })).toBe(NOTHING_TO_CLOSE);
    expect(story.place('rest', { ...CLOSE, size: '0.005', price: '66000' })).toBe('rest');
    expect(story.go('66000.1').slice(1)).toEqual([
      'limit half close-long 0.005 @ 65000',
      'limit rest close-long 0.005 @ 66000',
    ]);
  });

  it('that rests is cut to what a trigger has left, and cancelled with the position', () => {
    const story = new Story();
    story.place('in', { ...MARKET, size: '0.03' });
    story.place('near', { ...CLOSE, size: '0.02', price: '65000' });
    story.place('far', { ...CLOSE, size: '0.01', price: '66000' });
    story.place('stop', { ...STOP, size: '0.02' });
    story.go('63000');
    expect(story.go('70000')).toEqual(['limit near close-long 0.01 @ 65000']);
    const [, near, far] = story.book.orders;
    expect([near, far]).toMatchObject([{ status: 'canceled', filledSize: '0.01' }, { status: 'canceled' }]);
    expect(far?.filledSize).toBeUndefined();
  });
});

it('long and short stand side by side', () => {
  const story = new Story();
  story.place('long', MARKET);
  story.place('short', { ...MARKET, type: '2', size: '0.02' });
  story.place('isolated', { ...MARKET, marginMode: 3 });
  story.go('65000');
  expect(story.held()).toEqual(['long 0.02 @ 64000.1: 19.998', 'short 0.02 @ 63999.9: -20.002']);
});
