/** Places an order through an agent that never connects, so that the request waits without a socket to hold the process. */
import { writeSync } from 'node:fs';
import { agent, callOf, connect } from '../../support/prompt-exchange.ts';

const AgentClass = agent().dispatcher.constructor as new (options: object) => NonNullable<RequestInit['dispatcher']>;
const dispatcher = new AgentClass({ connect: () => {} });
const exchange = connect('http://127.0.0.1:8080', {
  timeoutMs: 300,
  agent: { dispatcher, close: () => dispatcher.destroy() },
});
writeSync(1, JSON.stringify(await exchange.place(callOf('single'))));
