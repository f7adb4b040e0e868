import { symbolKey } from '../../model/symbol.ts';

/** As version 3 spells it: `BTCUSDT`. */
export const onWire = (symbol: string): string => symbolKey(symbol).toUpperCase();
