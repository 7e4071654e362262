// The process has opened it: see test/support/nextServer.ts.
export const telemark = () => globalThis.telemark
