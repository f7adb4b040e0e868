import type { SpooledVerdict } from '../journal/records/ledger.ts';
import type { EventSink } from '../ports.ts';
import type { PlanProtection } from './protection.ts';

/** Keeps of one work what its value has, and passes all of it on. */
export class ToldBesides {
  readonly unrecorded: SpooledVerdict[] = [];
  /** The last that was told. */
  protection: PlanProtection | undefined;
  readonly listening: { readonly emit: EventSink; readonly onUnrecorded: (of: readonly SpooledVerdict[]) => void };

  constructor(emit: EventSink) {
    this.listening = {
      emit: (told) => {
        if (told.event === 'protection') {
          const { event: _, ...protection } = told;
          this.protection = protection;
        }
        emit(told);
      },
      onUnrecorded: (verdicts) => void this.unrecorded.push(...verdicts),
    };
  }
}
