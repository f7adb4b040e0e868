/** `ordo completion`: prints the script by which a shell asks `ordo` itself what fits behind the cursor. */
import { EXIT, type ExitCode } from '../../model/exit-code.ts';
import { readArguments } from '../command-line/arguments.ts';
import type { CommandHelp } from '../command-line/help.ts';
import { refuse, suggestion } from '../../refusal.ts';
import type { World } from '../world.ts';
import { SCRIPTS, SHELLS } from './shell-scripts.ts';

export const COMPLETION_HELP: CommandHelp = {
  usage: 'ordo completion <shell>',
  brief: SHELLS.join(', '),
  summary: `Print the script that completes ordo's words on Tab, for ${SHELLS.join(', ')}.`,
  more: `It completes commands, options and their values, plan files, and the ids of the plan that is named
on the line. For these it reads that plan as ordo validate does: it sends nothing, reads no key and no
journal, and writes nothing. A plan with a mistake has no ids to offer.`,
  options: {},
  examples: [
    ['eval "$(ordo completion bash)"', 'a line for ~/.bashrc'],
    ['source <(ordo completion zsh)', 'for ~/.zshrc'],
    ['ordo completion fish | source', 'for ~/.config/fish/config.fish'],
  ],
};

export async function completion(world: World, args: readonly string[]): Promise<ExitCode> {
  const [name, ...more] = readArguments('completion', args, {}).positionals;
  const hint = `write ordo completion ${SHELLS.join(', ordo completion ')}`;
  if (name === undefined) refuse('command/names', 'completion needs a shell', hint);
  if (more.length > 0)
    refuse('command/names', `completion takes one shell, and got ${more.join(' ')} as well`, 'ask for them one by one');
  const shell = SHELLS.find((one) => one === name);
  if (shell === undefined) {
    const meant = suggestion(name, SHELLS, 'ordo completion ');
    refuse('command/names', `there is no completion for ${name}`, meant === '' ? hint : meant.trimEnd());
  }
  world.terminal.stdout.write(SCRIPTS[shell], 'exact');
  return EXIT.done;
}
