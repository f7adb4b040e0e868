/** A reviewed plan from the bytes of its file. */
import type { ReviewedPlan } from '../../generated/reviewed.ts';
import { callsDigest } from '../../model/ids.ts';
import { errorWords } from '../../model/result.ts';
import { refuse } from '../../refusal.ts';
import { reviewedText, sumOf } from './reviewed-text.ts';

const VERSION_READ = 1;
const ANEW = 'write it again: ordo run <plan> --out <file>';

/** The reviewed plan in a file of that name; refuses (exit 5) what is not exactly as ordo wrote it. */
export async function readReviewed(path: string, bytes: Uint8Array): Promise<ReviewedPlan> {
  const text = textOf(path, bytes);
  const content = jsonOf(path, text);
  const { version, sum } = content;
  if (typeof version === 'number' && version !== VERSION_READ)
    refused(path, `has version ${version}, and this ordo reads version ${VERSION_READ}`);
  if (typeof sum !== 'string') refused(path, 'has no sum of its content');
  if (text !== reviewedText(content) || sum !== sumOf(content)) refused(path, 'was edited after it was written');
  const { validateReviewed } = await import('../../generated/validate-reviewed.js');
  if (!validateReviewed(content)) refused(path, `is not one: ${complaint(validateReviewed.errors?.[0])}`);
  return whole(path, content as unknown as ReviewedPlan);
}

const refused = (path: string, why: string): never =>
  refuse('reviewed/damaged', `the reviewed plan ${path} ${why}`, ANEW);

function textOf(path: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return refused(path, 'is not text in UTF-8');
  }
}

function jsonOf(path: string, text: string): Readonly<Record<string, unknown>> {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    return refused(path, `is not JSON: ${errorWords(error)}`);
  }
  if (typeof content === 'object' && content !== null && !Array.isArray(content))
    return content as Readonly<Record<string, unknown>>;
  return refused(path, 'is not a mapping');
}

const complaint = (error: { readonly instancePath: string; readonly message?: string } | undefined): string =>
  `${error?.instancePath === '' ? 'it' : error?.instancePath} ${error?.message ?? 'is wrong'}`;

/** What a shape alone does not tell: that its parts speak of each other. */
function whole(path: string, plan: ReviewedPlan): ReviewedPlan {
  const { calls, steps = [], digest, inputs, planFile, options, made, expires } = plan;
  for (const file of [planFile, options.config ?? planFile])
    if (!Object.hasOwn(inputs, file)) refused(path, `has no hash of ${file}`);
  const asSent = calls.map(({ path: to, body, after }) =>
    after === undefined ? { path: to, body } : { path: to, body, waitsFor: after },
  );
  const ofSteps = steps.map(({ path: to, body, conditions }) => ({ path: to, body, when: conditions }));
  if (callsDigest([...asSent, ...ofSteps]) !== digest) refused(path, 'has a digest that does not match its calls');
  if (Number.isNaN(Date.parse(made)) || Number.isNaN(Date.parse(expires)))
    refused(path, 'has a time that cannot be read');
  return plan;
}
