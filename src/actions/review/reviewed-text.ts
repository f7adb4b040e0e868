/** A reviewed plan as the text of its file. */
import { hash } from 'node:crypto';
import type { ReviewedPlan } from '../../generated/reviewed.ts';

/** Indented, so that a difference of two shows what differs. The same value always gives the same text. */
export const reviewedText = (plan: object): string => `${JSON.stringify(plan, null, 2)}\n`;

/** SHA-256 over the text of all but the sum itself. It guards against an edit by mistake, not against one on purpose. */
export const sumOf = (plan: object): string => sha256(reviewedText({ ...plan, sum: undefined }));

export const withSum = (plan: Omit<ReviewedPlan, 'sum'>): ReviewedPlan => ({ ...plan, sum: sumOf(plan) });

export const sha256 = (bytes: string | Uint8Array): string => hash('sha256', bytes);
