/**
 * Words of the wire that a version's own folder alone may write. Whoever else needs one asks the `Dialect` of the exchange, or on
 * the paper exchange the service of the version. The journal's tables on a server have columns of their own.
 */
const HOME = /^src\/(?:(?:exchange|paper)\/v\d+|journal\/postgres|generated)\//;

/** Each is a word that nothing of ours is called by, so that a hit is a hit. */
const WORDS: Readonly<Record<string, RegExp>> = {
  'a path': /\/capi\/v\d+\//,
  'a field':
    /\b(?:client_oid|order_id|order_type|order_info|orderDataList|match_price|match_type|execute_price|trigger_price|error_code|error_message|filled_qty|price_avg|preset(?:TakeProfit|StopLoss)Price|cancelOrderResultList|failInfos|tick_size|priceEndStep|contract_val|size_increment|endCreateDate)\b/,
  'a code': /'(?:00000|400(?:0[1-9]|1\d|20)|40786|4091[23]|50005)'/,
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
