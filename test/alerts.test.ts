/** docs/alerts.md and the files beside it: every exit code once, at one priority, wherever it is named. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { EXIT, EXIT_WORDS, type ExitCode } from '../src/model/exit-code.ts';

const textOf = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const PAGE = 'docs/alerts.md';
const PRIORITIES: Readonly<Record<string, string>> = { critical: '2', warning: '4', notice: '5', info: '6' };

interface Row {
  readonly code: number;
  readonly means: string;
  readonly alert: string;
  readonly priority: string;
}
const rows: readonly Row[] = [
  ...textOf(PAGE).matchAll(/^\| <a id="exit-(\d+)"><\/a>\1 +\| (.*?) +\| (.*?) +\| (.*?) +\|/gm),
].map(([, code, means = '', alert = '', priority = '']) => ({ code: Number(code), means, alert, priority }));

const { groups } = parse(textOf('examples/server/alerts.yaml')) as {
  groups: readonly {
    rules: readonly { alert: string; expr: string; labels: { severity: string }; annotations: { runbook: string } }[];
  }[];
};
const rules = groups.flatMap((group) => group.rules);

/** What systemd makes of the script's words, after a command that ended so. */
function ended(status: string, metrics = ''): string {
  const script = new URL('../examples/server/ended.sh', import.meta.url).pathname;
  const env = { PATH: process.env['PATH'], EXIT_STATUS: status, ORDO_METRICS: metrics };
  const { status: code, stdout, stderr } = spawnSync('/bin/sh', [script, 'place'], { env, encoding: 'utf8' });
  expect([code, stderr]).toEqual([0, '']);
  return stdout;
}

test('the page has every exit code once, in its own words', () => {
  expect(rows.map(({ code }) => code)).toEqual(Object.values(EXIT));
  for (const { code, means } of rows) expect(means).toBe(EXIT_WORDS[code as ExitCode]);
});

test('there is one rule for each code that has an alert, at its priority, and it leads to its row', () => {
  for (const { code, alert, priority } of rows) {
    const own = rules.filter(({ expr }) => expr === `ordo_exit_code == ${code}`);
    expect([code, own.map(({ labels }) => labels.severity)]).toEqual([code, alert === 'none' ? [] : [priority]]);
    for (const { annotations } of own) expect(annotations.runbook).toBe(`${PAGE}#exit-${code}`);
  }
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
});

test('the line of the log has the priority of the page', () => {
  for (const { code, priority } of rows)
    expect(ended(String(code))).toBe(`<${PRIORITIES[priority]}>ordo-ended job=place exit=${code}\n`);
  for (const signal of ['KILL', 'SEGV', '']) expect(ended(signal)).toMatch(/^<2>ordo-ended job=place exit=/);
});

test('the file for Prometheus has the code and the time, whole or not at all', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ordo-metrics-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [status, code] of [
    ['7', 7],
    ['KILL', 137],
  ] as const) {
    ended(status, folder);
    expect(readdirSync(folder)).toEqual(['ordo-place.prom']);
    const text = readFileSync(join(folder, 'ordo-place.prom'), 'utf8');
    expect(text).toMatch(
      new RegExp(
        `^ordo_exit_code\\{job_name="place"\\} ${code}\\nordo_ended_seconds\\{job_name="place"\\} \\d{10}\\n$`,
      ),
    );
  }
});

test('a service runs the script after its command, and calls no end calm that wakes somebody', () => {
  for (const [unit, job] of [
    ['ordo.service', 'place'],
    ['ordo-health.service', 'health'],
  ]) {
    const text = textOf(`examples/server/${unit}`);
    expect(text).toContain(`\nExecStopPost=/bin/sh /usr/local/lib/ordo/ended.sh ${job}\n`);
    const calm = /^SuccessExitStatus=(.*)$/m.exec(text)?.[1]?.split(' ').map(Number) ?? [];
    for (const { code, priority } of rows) if (calm.includes(code)) expect([code, priority]).toEqual([code, 'notice']);
  }
});
