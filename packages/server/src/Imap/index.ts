export { ImapFailed } from "./ImapFailed.js"
export { type Disposal, type ImapMailbox, parseImapUrl } from "./imapUrl.js"
export { openMailbox } from "./openMailbox.js"
