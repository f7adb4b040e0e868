/** Past runs in each form, which is loaded where it is asked for. */
import type { Story } from '../../model/story.ts';

export const REPORT_FORMS = ['lines', 'md', 'junit', 'html', 'json'] as const;
export type ReportForm = (typeof REPORT_FORMS)[number];

/** Runs of one plan of one account. */
export interface ToldRuns {
  readonly plan: string;
  readonly account: Story['account'];
  readonly stories: readonly Story[];
}

/** `color` and `width`, in columns, are those of lines; the other forms have neither. */
export async function reportText(
  form: ReportForm,
  { plan, account, stories }: ToldRuns,
  { color, width }: { readonly color: boolean; readonly width: number },
): Promise<string> {
  switch (form) {
    case 'lines':
      return (await import('./lines.ts')).linesReport(stories, { color, width });
    case 'json':
      return (await import('./json.ts')).jsonReport(plan, account, stories);
    case 'junit':
      return (await import('./junit.ts')).junitReport(stories);
    case 'html': {
      const [{ htmlReport }, { svgOf }] = await Promise.all([import('./page.ts'), import('../../show/page/charts.ts')]);
      return htmlReport(stories, svgOf);
    }
    case 'md':
      return (await import('./lines.ts')).markdownReport(stories);
  }
}
