/**
 * A scriptable SMTP server. Rules make it refuse, stall, hang up or talk nonsense; it records
 * everything else.
 */
export type { ReceivedMail, SmtpPeerOptions } from "./options.js"
export { closedPort, type SmtpPeer, startSmtpPeer } from "./peer.js"
export {
  cut,
  cutAfterFinalDot,
  defer,
  greylist,
  type KeepingLimits,
  type PeerRule,
  type PeerStage,
  refuse,
  type RuleLimits,
  say,
  type SayingLimits,
  stall
} from "./rules.js"
export { smtpPeer } from "./smtpPeer.js"
