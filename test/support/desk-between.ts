/** A follower at work beside an exchange that a test answers for. */
import type { Interface } from '../../src/model/interfaces.ts';
import { between } from './between.ts';
import { followDesk, type FollowDesk } from './follow-desk.ts';
import { here } from './here.ts';

/** `instead`: of the path, the method and the body of each request that arrives. */
export async function deskBetween(
  text: string,
  version: Interface,
  instead: Parameters<typeof between>[1],
  options: Omit<NonNullable<Parameters<typeof followDesk>[1]>, 'version'> = {},
): Promise<FollowDesk> {
  const desk = await followDesk(text, { ...options, version });
  const { origin } = await between(desk.paper, instead);
  desk.at.env['ORDO_BASE_URL'] = origin;
  await here(['instruments'], desk.at);
  return desk;
}
