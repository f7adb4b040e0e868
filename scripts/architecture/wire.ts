/**
 * Words of the wire that a version's own folder alone may write. Whoever else needs one asks the `Dialect` of the exchange, or on
 * the paper exchange the service of the version. The journal's tables on a server have columns of their own.
 */
const HOME = /^src\/(?:(?:exchange|paper)\/v\d+|journal\/postgres|generated)\//;

const either = (words: string): string => words.trim().split(/\s+/).join('|');

/** Names that each version has for itself or both share, as they stand in requests, queries and answers. */
const FIELDS = either(`
  client_oid order_id order_type order_info orderDataList match_price match_type execute_price trigger_price error_code error_message
  err_code err_msg filled_qty price_avg cancelOrderResultList failInfos tick_size priceEndStep contract_val size_increment endCreateDate
  presetTakeProfitPrice presetStopLossPrice createDate fillSize fillValue delegateType minOrderSize marketOpenLimitSize
  newClientOrderId clientAlgoId origClientOrderId origClientOrderIdList orderIdList positionSide tpTriggerPrice slTriggerPrice
  TpWorkingType SlWorkingType workingType algoId algoStatus algoType actualOrderId origQty executedQty avgPrice quoteQty cumQuote
  realizedPnl reduceOnly stopPrice serverTime pricePrecision quantityPrecision contractVal canTrade dualSidePosition marginType
  separatedType separatedMode startTime endTime
`);

/** Words of a value, which ordo has words of its own for. */
const VALUES = either(`
  GTC POST_ONLY FOK IOC BUY SELL STOP_MARKET TAKE_PROFIT_MARKET CROSSED ISOLATED COMBINED SEPARATED UNTRIGGERED
`);

const CODES = either(`
  00000 400(?:0[1-9]|1\\d|20) 40786 4091[23] 50005 -1[01]\\d\\d -3\\d{3} ORDER_NOT_FOUND FAILED_ORDER_\\w+ order_no_exist_error
`);

/** Each is a word that nothing of ours is called by, so that a hit is a hit. */
const WORDS: Readonly<Record<string, RegExp>> = {
  'a path': /\/capi\//,
  'a field': new RegExp(`\\b(?:${FIELDS})\\b`),
  'a value': new RegExp(`'(?:${VALUES})'`),
  'a code': new RegExp(`'(?:${CODES})'`),
  'a weight': /\b(?:ip|uid): [1-9]/,
};

/** What of the wire is written outside of its folder, as sentences. `texts`: path to text. */
export const wireWords = (texts: ReadonlyMap<string, string>): string[] =>
  [...texts].flatMap(([file, text]) =>
    !file.startsWith('src/') || HOME.test(file)
      ? []
      : Object.entries(WORDS).flatMap(([what, pattern]) => {
          const [found] = pattern.exec(text) ?? [];
          return found === undefined
            ? []
            : [`${file} writes ${found}, ${what} of the exchange: that belongs to a folder of its version`];
        }),
  );
