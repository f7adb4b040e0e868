/** Every planted fault, by family. */
import { ANSWER_FAULTS } from './answer-faults.ts';
import { VERSION_3_COUNT_FAULTS } from './version-3-count-faults.ts';
import { VERSION_3_FAULTS } from './version-3-faults.ts';
import { VERSION_3_WIRE_FAULTS } from './version-3-wire-faults.ts';
import { ACCOUNT_FAULTS } from './account-faults.ts';
import { ACCOUNT_READ_FAULTS } from './account-read-faults.ts';
import { CHECK_FAULTS } from './check-faults.ts';
import { REQUIREMENT_FAULTS } from './requirement-faults.ts';
import { CLOSE_FAULTS } from './close-faults.ts';
import { CANCEL_FAULTS } from './cancel-faults.ts';
import { CANCEL_SENDING_FAULTS } from './cancel-sending-faults.ts';
import { DESK_FAULTS } from './desk-faults.ts';
import { EARLIER_FAULTS } from './earlier-faults.ts';
import type { PlantedFault } from './fault.ts';
import { ELSEWHERE_FAULTS } from './elsewhere-faults.ts';
import { FLATTEN_FAULTS } from './flatten-faults.ts';
import { UNREAD_FAULTS } from './unread-faults.ts';
import { END_ASKED_FAULTS } from './end-asked-faults.ts';
import { HALT_FAULTS } from './halt-faults.ts';
import { FILLS_FAULTS } from './fills-faults.ts';
import { FOLLOW_EXIT_FAULTS } from './follow-exit-faults.ts';
import { BESIDE_FAULTS } from './beside-faults.ts';
import { FOLLOW_LOOP_FAULTS } from './follow-loop-faults.ts';
import { FOLLOW_RULE_FAULTS } from './follow-rule-faults.ts';
import { REVIEWED_FAULTS } from './reviewed-faults.ts';
import { FOLLOW_FAULTS } from './follow-faults.ts';
import { LINE_DOUBT_FAULTS } from './line-doubt-faults.ts';
import { NOTICE_FAULTS } from './notice-faults.ts';
import { PRESET_GONE_FAULTS } from './preset-gone-faults.ts';
import { IDENTITY_FAULTS } from './identity-faults.ts';
import { LOOK_FAULTS } from './look-faults.ts';
import { OBEDIENCE_FAULTS } from './obedience-faults.ts';
import { POSITION_FAULTS } from './position-faults.ts';
import { PLAN_FAULTS } from './plan-faults.ts';
import { PROTECTION_FAULTS } from './protection-faults.ts';
import { PROTECTION_TEST_FAULTS } from './protection-test-faults.ts';
import { OURS_FAULTS } from './ours-faults.ts';
import { READING_FAULTS } from './reading-faults.ts';
import { REPLACE_FAULTS } from './replace-faults.ts';
import { RUN_FAULTS } from './run-faults.ts';
import { SECRET_FAULTS } from './secret-faults.ts';
import { CANDLE_FAULTS } from './candle-faults.ts';
import { SERVER_FAULTS } from './server-faults.ts';
import { SETTLE_FAULTS } from './settle-faults.ts';
import { STAGE_FAULTS } from './stage-faults.ts';
import { STOP_LOOK_FAULTS } from './stop-look-faults.ts';
import { EDITED_FAULTS } from './edited-faults.ts';
import { JOURNAL_LOST_FAULTS } from './journal-lost-faults.ts';
import { KILLED_TOLD_FAULTS } from './killed-told-faults.ts';
import { STORY_FAULTS } from './story-faults.ts';
import { WATCH_FAULTS } from './watch-faults.ts';

export const PLANTED_FAULTS: readonly PlantedFault[] = [
  ...ANSWER_FAULTS,
  ...FOLLOW_FAULTS,
  ...FOLLOW_EXIT_FAULTS,
  ...FOLLOW_LOOP_FAULTS,
  ...BESIDE_FAULTS,
  ...FOLLOW_RULE_FAULTS,
  ...REVIEWED_FAULTS,
  ...ELSEWHERE_FAULTS,
  ...VERSION_3_FAULTS,
  ...VERSION_3_COUNT_FAULTS,
  ...VERSION_3_WIRE_FAULTS,
  ...ACCOUNT_READ_FAULTS,
  ...ACCOUNT_FAULTS,
  ...CHECK_FAULTS,
  ...REQUIREMENT_FAULTS,
  ...CLOSE_FAULTS,
  ...FLATTEN_FAULTS,
  ...UNREAD_FAULTS,
  ...RUN_FAULTS,
  ...SETTLE_FAULTS,
  ...OBEDIENCE_FAULTS,
  ...END_ASKED_FAULTS,
  ...HALT_FAULTS,
  ...LINE_DOUBT_FAULTS,
  ...NOTICE_FAULTS,
  ...PRESET_GONE_FAULTS,
  ...IDENTITY_FAULTS,
  ...PLAN_FAULTS,
  ...STAGE_FAULTS,
  ...EARLIER_FAULTS,
  ...STORY_FAULTS,
  ...JOURNAL_LOST_FAULTS,
  ...KILLED_TOLD_FAULTS,
  ...EDITED_FAULTS,
  ...WATCH_FAULTS,
  ...CANCEL_FAULTS,
  ...CANCEL_SENDING_FAULTS,
  ...REPLACE_FAULTS,
  ...OURS_FAULTS,
  ...SERVER_FAULTS,
  ...CANDLE_FAULTS,
  ...DESK_FAULTS,
  ...POSITION_FAULTS,
  ...LOOK_FAULTS,
  ...STOP_LOOK_FAULTS,
  ...READING_FAULTS,
  ...SECRET_FAULTS,
  ...PROTECTION_FAULTS,
  ...PROTECTION_TEST_FAULTS,
  ...FILLS_FAULTS,
];
