/** Tells a report of ours from whatever else a file may hold. */
import { REPORT_FORMS, type ReportForm } from '../../report/story/report-text.ts';

/** How each form begins, whatever it tells of. No plan, config or source text begins so. */
const BEGINNINGS: Readonly<Record<ReportForm, RegExp>> = {
  lines: /^[a-z0-9-]{1,32}\s+generation\s+\d+\s+RUN\s+\d/,
  md: /^## `[a-z0-9-]{1,32}` generation \d+, run \d/,
  junit: /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<testsuites>\n {2}<testsuite name="[a-z0-9-]{1,32} run \d/,
  html: /^<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8" \/>\n<meta http-equiv="Content-Security-Policy" content="default-src &#39;none&#39;; style-src &#39;sha256-/,
  json: /^\{\n {2}"plan": "[a-z0-9-]{1,32}",\n {2}"account": \{\n {4}"origin": /,
};

/** Longer than any of them. */
const HEAD_BYTES = 400;

/** Whether a report may take the place of these bytes: they are one, in whatever form, or nothing at all. */
export function mayBeReplaced(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('utf8');
  return bytes.length === 0 || REPORT_FORMS.some((form) => BEGINNINGS[form].test(head));
}
