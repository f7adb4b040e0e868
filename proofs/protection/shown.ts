/** A scene in lines, prices as ticks above the market at first, of a long; below it, of a short. */
import { isLongSide, type Scene, type SceneOrder } from './scene.ts';

export function shownScene(scene: Scene): string {
  const { first, happenings, second, look, marketBy, markets } = scene;
  const away = (symbol: string, ticks: number): number => ticks - (markets.get(symbol) as number);
  const line = (order: SceneOrder): string => {
    const way = isLongSide(order.side) ? 1 : -1;
    const words = (['limit', 'trigger', 'stopLoss', 'takeProfit'] as const).flatMap((name) =>
      order[name] === undefined ? [] : [`${name} ${away(order.symbol, order[name]) * way}`],
    );
    const { id, plan = '-', symbol, marginMode, side, size, fate, says } = order;
    return `  ${id} ${plan} ${symbol} ${marginMode} ${side} ${size} ${words.join(' ') || 'market'} ${fate}${says ? ' says' : ''}`;
  };
  const happened = happenings.map(
    (one) => `  ${JSON.stringify(one)}${one.kind === 'move' ? ` ${away(one.symbol, one.to)}` : ''}`,
  );
  const looked =
    look === undefined
      ? 'by plan'
      : `look, second ${look.second}, late ${look.isLate}, lags ${[...look.lags].join(' ')}`;
  return [`market by ${marketBy}, ${looked}`, ...first.map(line), ...happened, ...second.map(line)].join('\n');
}
