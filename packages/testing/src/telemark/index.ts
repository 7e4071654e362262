/** Telemark for tests of an application: in memory, with a clock of its own and a mailbox. */
export { createTestTelemark } from "./createTestTelemark.js"
export type { Mailbox, SentAttachment, SentMail } from "./mailbox.js"
export type { TestTelemark, TestTelemarkOptions } from "./TestTelemark.js"
