/** `closed 0.04 more than was held` */
import { safe, safeText, type Safe } from './safe-text.ts';

export const tooMuchWords = (size: string): Safe => safe`closed ${safeText(size)} more than was held`;
