export {
  Address,
  foldAddress,
  isAddress,
  splitAddress,
  toAsciiDomain,
  toWireAddress
} from "./address.js"
export { DomainName } from "./domainName.js"
export { EhloName, ehloNameRule, isFullyQualified, toEhloName } from "./ehloName.js"
export {
  type Mailbox,
  parseMailbox,
  parseMailboxList,
  Recipient,
  Sender,
  splitAddressList
} from "./sender.js"
