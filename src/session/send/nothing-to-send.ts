/** Used where every order was sent before, so that no key is read. */
export const NOTHING_TO_SEND = {
  get operations(): never {
    throw new Error('there is nothing to send');
  },
  send: () => Promise.reject(new Error('there is nothing to send')),
};
