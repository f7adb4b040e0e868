/**
 * Draws pictures as SVG, at the time of the report: the page carries no code for them, and its style gives them their colours. The
 * only file that knows the document which the charting library draws into.
 */
import { lineY, areaY, plot, rectX, ruleX, ruleY, axisX, axisY, text, type PlotOptions } from '@observablehq/plot';
import { DOMImplementation, XMLSerializer, type Element } from '@xmldom/xmldom';
import { safe, type Safe } from '../../model/safe-text.ts';
import type { Picture } from '../sheet.ts';
import type { WindowDrawing } from '../drawing.ts';
import { candleOptions, resultOptions } from './candle-chart.ts';
import { ladderOptions } from './ladder-chart.ts';

export function svgOf(drawing: Picture['drawing']): string {
  if (drawing.of === 'prices') return drawn(drawing.label, ladderOptions(drawing));
  if (drawing.of === 'window') return windowPicture(drawing);
  const results = safe`The result over time, between the two ends`;
  return `${drawn(drawing.label, candleOptions(drawing))}${drawn(results, resultOptions(drawing))}`;
}

const WIDTH = 920;

function windowPicture({ points, limit, length, label, ...halts }: WindowDrawing): string {
  const [pauses, stops] = [[...halts.pauses], [...halts.stops]];
  const used = [...points];
  const most = points.reduce((sofar, point) => Math.max(sofar, point.used), limit);
  return drawn(label, {
    width: WIDTH,
    height: 170,
    marginLeft: 52,
    marginRight: 66,
    marginTop: 22,
    marginBottom: 34,
    x: { domain: [0, length], label: null },
    y: { domain: [0, most * 1.08], label: null },
    marks: [
      rectX(pauses, { x1: 'from', x2: 'to', fill: 'var(--pause)' }),
      text(pauses, {
        x: ({ from, to }: { from: number; to: number }) => (from + to) / 2,
        text: () => 'paused',
        frameAnchor: 'top',
        dy: -14,
        fontSize: 11,
      }),
      axisY({ ticks: 4, fontSize: 11, tickSize: 3 }),
      axisX({ ticks: 8, fontSize: 11, label: 'seconds from the start', labelAnchor: 'right', labelArrow: 'none' }),
      areaY(used, { x: 'at', y1: 0, y2: 'used', curve: 'step-after', fill: 'var(--use)', fillOpacity: 0.25 }),
      lineY(used, { x: 'at', y: 'used', curve: 'step-after', stroke: 'var(--use)', strokeWidth: 1.5 }),
      ruleY([limit], { stroke: 'var(--rejected)', strokeDasharray: '5 3', strokeWidth: 1.2 }),
      text([limit], {
        y: [limit],
        text: () => `limit ${limit}`,
        frameAnchor: 'right',
        textAnchor: 'start',
        dx: 6,
        fontSize: 11,
      }),
      ruleX(stops, { stroke: 'var(--withheld)', strokeWidth: 1.5, strokeDasharray: '2 2' }),
      text(stops, { x: (at: number) => at, text: () => 'stopping', frameAnchor: 'top', dy: -14, fontSize: 11 }),
    ],
  });
}

/** The picture as text. The library’s own style element would break the page’s policy, which allows only the page’s. */
export function drawn(label: Safe, options: PlotOptions): string {
  const document = new DOMImplementation().createDocument('http://www.w3.org/1999/xhtml', 'html', null);
  const given: unknown = document;
  const picture: unknown = plot({
    ...options,
    className: 'plot',
    ariaLabel: label,
    document: given as NonNullable<PlotOptions['document']>,
  });
  const svg = picture as Element;
  svg.setAttribute('role', 'img');
  for (const style of Array.from(svg.getElementsByTagName('style'))) style.parentNode?.removeChild(style);
  return new XMLSerializer().serializeToString(svg);
}
