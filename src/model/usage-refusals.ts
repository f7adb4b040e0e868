/** What a run is refused for with exit code 2: something is written or set up wrong. */

/** What it means, and what usually helps. */
export type RefusalKind = readonly [meaning: string, fix: string];

export const USAGE_REFUSALS = {
  'command/unknown': ['There is no such command.', '`ordo --help` lists them.'],
  'command/names': [
    'The command lacks a name (a plan, a folder, a shell), or has one too many.',
    'Write it as the hint does; `ordo <command> --help` has examples.',
  ],
  'option/unknown': ['The command has no such option.', '`ordo <command> --help` lists them all.'],
  'option/value': ['An option lacks its value, or cannot have this one.', 'Write one of those named.'],
  'option/repeated': ['An option or a variable is given twice.', 'Give it once.'],
  'option/conflict': ['Two options, or an option and a command, exclude each other.', 'Leave one out.'],
  'option/needs-another': [
    'An option means nothing without another one.',
    'Add the one that is named, or leave it out.',
  ],
  'environment/unknown-variable': [
    'An environment variable begins with `ORDO_`, and ordo does not read it.',
    'Correct its name, or unset it.',
  ],
  'environment/unsafe': [
    'A live run refuses this process: its variables, Node’s options or a debugger could read the keys or redirect calls.',
    'Start ordo without what is named.',
  ],
  'environment/no-folder': [
    'The current folder is gone, or the folder for the user’s state cannot be found.',
    'Go to another folder, or set `XDG_STATE_HOME` to an absolute path.',
  ],
  'environment/no-mount': [
    'The image that ordo runs from wants its state folder mounted, and it is part of the container.',
    'Mount the same place there each time.',
  ],
  'environment/node': ['This Node must not send orders.', 'Use Node 24 or 26, without a proxy of its own.'],
  'input/unreadable': ['A file, a folder or stdin cannot be read.', 'Correct the path or its permissions.'],
  'input/not-a-plan': ['What is named is there, and is not a plan that can be read.', 'Name a file with orders.'],
  'input/outside-folder': [
    'A path leads out of the folder or the repository that it has to be in.',
    'Name the file itself.',
  ],
  'input/others-may-write': [
    'Users other than this one may have written the config or the instruments of a live run.',
    'Check what they say, and remove the right to write.',
  ],
  'output/unwritable': ['A file or folder cannot be written; nothing was.', 'Name another one.'],
  'output/would-overwrite': [
    'Something that ordo did not write is there, and is not replaced.',
    'Name another file, or move it away.',
  ],
  'output/lost': ['The output can no longer be written.', 'Fix the disk or the program that reads it.'],
  'git/no-commit': ['Git has no such commit, or there is no repository.', 'Fetch it, or name two plans.'],
  'config/invalid': [
    'The config or the list of instruments has mistakes, which are shown as diagnostics.',
    'Correct them: [diagnostics](diagnostics.md).',
  ],
  'config/misnamed': ['A file that looks like the config has a name that is not read.', 'Rename it.'],
  'config/no-exchange': [
    'No exchange is configured for what goes live.',
    'Set `exchange.baseUrl`, or `ORDO_BASE_URL`.',
  ],
  'config/no-interface': [
    'The real exchange is named, and the config does not say which version of its interface to speak.',
    'Write `interface: v3` under `exchange:`: version 2 is reported closed since October 2026.',
  ],
  'config/address': ['The address of the exchange is not an origin.', 'Write it as the hint does.'],
  'config/queries-off': [
    '`exchange.queries` is off, and the command has to ask for the order lists.',
    'Set it to true, or do it on the exchange itself.',
  ],
  'keys/unusable': [
    'A key is missing or cannot be used, or the keys command failed.',
    'Set all three variables, or fix `exchange.keysCommand`.',
  ],
  'account/other-key': [
    'The account was used with another key.',
    'Use that key; if this one replaced it, `--rebind` once.',
  ],
  'account/other-account': [
    'The key was first used for another account or address.',
    'Use that name and address; if the key has moved for good, `--rebind` once.',
  ],
  'account/settings': [
    'The account is not set as the plan needs it, or may not trade.',
    'Change it on the exchange, or the plan: each line says which.',
  ],
  'account/unread': [
    'A question of the check before sending has no answer that can be read.',
    'Try again; `execution.accountCheck: warn` sends all the same.',
  ],
  'plan/needs-follow': [
    'The plan has exits, ends or times, which only a run with `--follow` acts on.',
    'Add `--follow`.',
  ],
  'plan/unknown-order': ['An option names an order that the plan or the journal lacks.', 'See `ordo status`.'],
  'plan/variable': [
    'The plan has no such variable, or its value is not a number.',
    'Name one that it has; write a number.',
  ],
  'order/ladder': ['A ladder is named where one rung is needed.', 'Name the rung, as the hint does.'],
  'order/not-open': ['No part of the order is open, so there is nothing to cancel.', 'See `ordo status`.'],
  'order/not-again': [
    '`--again` names an order that is not rejected, cancelled or settled as absent, or an exit that is not let go.',
    'Settle it first, or leave it out.',
  ],
  'order/not-replaceable': [
    '`--replace` names an order that cannot be replaced now, or that is the same as before.',
    'Do what the hint says, or leave it out.',
  ],
  'order/request-open': [
    'A request that was sent may still be taken by the exchange.',
    'Wait for the time that is named, and look again.',
  ],
  'approval/none': [
    'Live orders need an approval, and there is no terminal to ask on.',
    'Approve the code of the dry run: `--approve <code>`.',
  ],
  'exchange/no-answer': [
    'The exchange could not be asked, or refused access.',
    'Fix what is named: the connection, the clock, the rights of the key.',
  ],
  'exchange/bad-answer': ['Nothing exact can be read in the answer.', 'Try again later; look at it.'],
  'exchange/unknown-symbol': ['The exchange lists no such symbol.', 'Spell it as the exchange does.'],
  'exchange/lists-silent': [
    'The order lists were not read to their end, so they prove nothing.',
    'Repeat it once the exchange answers.',
  ],
  'close/not-held': ['The position to be closed is not held.', 'See `ordo account`.'],
  'close/size': [
    'The close is for more than is held, or less than the minimum or more than the maximum size of an order.',
    'Write another part or size, or leave it out to close all.',
  ],
  'settle/wrong-state': ['The order is not in a state that this decision is for.', 'See `ordo status`.'],
  'settle/contradicted': ['The exchange says otherwise than the decision.', 'Look once more.'],
  'settle/unproved': [
    'The lists do not prove what the decision says.',
    'Look on the exchange; if you are sure, repeat the decision with `--unseen`.',
  ],
  'settle/still-open': ['A part of an order that is said to be closed is open.', 'Cancel it first.'],
  'settle/decided-twice': ['One order has two decisions.', 'Decide each order once.'],
  'settle/no-reason': ['An order is settled as absent without a reason.', 'Give it: `--why`.'],
  'journal/none': ['There is no such journal.', 'Name the one that was used, with `--journal`.'],
  'journal/address': [
    'The journal is not named as a file or a server, or the command takes the other of the two.',
    'Write a path, or `postgres://user@host/database`.',
  ],
  'journal/untrusted': [
    'The config alone names a server as the journal, and might send the password anywhere.',
    'Name it yourself: `--journal` or `ORDO_JOURNAL`.',
  ],
  'journal/unknown-plan': [
    'The journal knows no such plan of this account.',
    'Give the journal and the account that placed it.',
  ],
  'journal/unknown-generation': ['The journal knows no such generation of the plan.', 'Name one that it knows.'],
  'journal/unknown-run': ['The journal knows no such run of the plan.', 'Name one that it knows.'],
  'journal/other-version': ['Another version of ordo wrote the journal.', 'Use the ordo that wrote it.'],
  'journal/not-a-journal': ['The file is a database of something else.', 'Name another with `--journal`.'],
  'journal/damaged': [
    'The records of the journal are damaged or contradict each other; nothing is sent.',
    'Keep it, and bring back a copy.',
  ],
  'journal/gone': ['The journal was there, and is gone, cut or replaced.', 'Bring it back.'],
  'journal/lost-records': [
    'The journal lacks records that were copied to it: its orders would be sent again.',
    'Bring back the server’s data.',
  ],
  'journal/moved': ['The journal moved to a server, and its file is sealed.', 'Name the server with `--journal`.'],
  'journal/other-journal': [
    'Another journal of this machine knows the account: its orders would be sent again.',
    'Copy it first, or name that one.',
  ],
  'journal/other-limits': ['Another runner of the account has other limits.', 'Give all of them one config.'],
  'journal/unfit': [
    'No run may use the journal as it is: others may write it, or its server was changed or restored.',
    'Do what the hint says, then `ordo journal verify`.',
  ],
  'journal/not-ready': ['The journal cannot be copied yet.', 'Do what the hint says, and copy again.'],
  'journal/not-empty': ['The journal that is copied to has records.', 'Name another database.'],
  'journal/unusable': [
    'The journal cannot be opened, read, written or locked; nothing further is sent.',
    'Fix the file, the folder or the server that is named.',
  ],
  'watch/start-again': [
    'A save changed what a live watch cannot change while it runs.',
    'End the watch with q, and start it again.',
  ],
  'paper/cannot-listen': ['The paper exchange cannot have the port.', 'Choose another.'],
  'session/closed': ['The session of the library is closed.', 'Open another.'],
  'session/other-config': ['The plan was checked under another config.', 'Give both the same.'],
  'report/not-one-plan': [
    'There is no run to report, or the runs are not of one plan.',
    'Report each plan separately.',
  ],
} satisfies Readonly<Record<string, RefusalKind>>;
