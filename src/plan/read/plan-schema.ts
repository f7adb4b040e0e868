/** The plan's compiled schema. */
import { schemaCheck } from '../../document/schema-check.ts';
import { validateOrder, validatePlanFrame } from '../../generated/validate-plan.js';

/** Checks a plan but not its orders: they are checked one by one, so that many bad ones cannot cost seconds. */
export const checkPlanFrame = schemaCheck(validatePlanFrame);
export const checkOrder = schemaCheck(validateOrder);
