/**
 * Postfix for tests: a mail server of one's own that relays to ports of this machine, and reports
 * what became of the mail.
 */
export { type PostfixOptions } from "./configuration.js"
export { hasPostfix, type PostfixServer, startPostfix } from "./startPostfix.js"
