export { CapturedMails, type CapturedMailsService } from "./CapturedMails.js"
export { type CapturedMail, Inbox, inboxCapacity, inboxOctets, type Release } from "./Inbox.js"
export { ReleaseRelay } from "./ReleaseRelay.js"
