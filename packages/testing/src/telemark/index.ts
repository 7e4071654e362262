/** Telemark inside the tests of a host application: in memory, with a time of its own and a mailbox. */
export { createTestTelemark } from "./createTestTelemark.js"
export type { Mailbox, SentAttachment, SentMail } from "./mailbox.js"
export type { TestTelemark, TestTelemarkOptions } from "./TestTelemark.js"
