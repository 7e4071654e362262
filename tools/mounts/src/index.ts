/**
 * One suite of tests for whatever serves the HTTP API: frameworks that it is mounted in, and the
 * standalone server.
 */
export { type Answer, type Api, makeApi, member, told } from "./api.js"
export type { Host, Outside, StartHost, Traits } from "./host.js"
export { listen, type Listening, startWith } from "./listening.js"
export { hello, outsideOf, testHost, type TestHostOptions } from "./suite/index.js"
export { openTelemark } from "./telemark.js"
