/** The folder of one pattern, in which a person and their programs save: where the plan stands, and by which links. */
import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Random } from '../random.ts';
import { configText, draftOrder, edited, listText, planText, type Draft, type DraftConfig } from './drafts.ts';

/** A plan of its own, a link to one of several plans, or a plan in a folder behind a link. */
type Layout = 'plain' | 'link' | 'folder';

export const GOOD_STEP = '0.0001';
/** No size of half a tenth is a multiple of it. */
export const COARSE_STEP = '0.1';

export class Desk {
  readonly folder: string;
  readonly layout: Layout;
  readonly random: Random;
  draft: Draft;
  config: DraftConfig;
  #ids = 0;
  #versions = 0;

  constructor(folder: string, random: Random) {
    this.folder = folder;
    this.random = random;
    this.layout = random.pick(['plain', 'plain', 'link', 'folder'] as const);
    const orders = Array.from({ length: random.int(1, 5) }, () => draftOrder(random, this.newId()));
    this.draft = { generation: 1, orders, comment: 0 };
    this.config = {
      account: 'default',
      maxOrders: 40,
      maxSize: '1',
      inFlight: random.pick([1, 2, 8]),
      perCall: random.pick([1, 2, 20]),
      onUnknown: random.pick(['stop', 'continue']),
    };
    // The root of a repository ends the search for a config.
    mkdirSync(join(folder, '.git'));
    if (this.layout === 'plain') writeFileSync(this.plan, this.text());
    else for (const step of this.swapped(this.text())) step();
    writeFileSync(this.configFile, configText(this.config));
    if (random.chance(0.5)) writeFileSync(this.list, listText(GOOD_STEP));
  }

  /** The path of the plan, as the watch is given it. */
  get plan(): string {
    return join(this.folder, this.layout === 'folder' ? 'current/plan.yaml' : 'plan.yaml');
  }

  get configFile(): string {
    return join(this.folder, 'ordo.config.yaml');
  }

  get list(): string {
    return join(this.folder, 'instruments.json');
  }

  readonly newId = (): string => `o${(this.#ids += 1)}`;

  text(): string {
    return planText(this.draft, this.random);
  }

  edit(): void {
    for (let times = this.random.int(1, 2); times > 0; times--)
      this.draft = edited(this.random, this.draft, this.newId);
  }

  /** The steps of putting another plan, or folder, behind the link. */
  swapped(text: string): (() => void)[] {
    const version = `v${(this.#versions += 1)}`;
    const target = join(this.folder, version);
    const [link, name] = this.layout === 'folder' ? ['current', version] : ['plan.yaml', `${version}/plan.yaml`];
    return [
      () => mkdirSync(target),
      () => writeFileSync(join(target, 'plan.yaml'), text),
      () => symlinkSync(name, join(this.folder, `.${version}`)),
      () => renameSync(join(this.folder, `.${version}`), join(this.folder, link)),
    ];
  }
}
