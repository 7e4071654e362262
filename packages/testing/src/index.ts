export {
  queueConformance,
  type QueueConformanceOptions,
  type QueueUnderTest,
  type TestRunner
} from "./queue/queueConformance.js"
export { dnsPeer, type DnsPeer, startDnsPeer } from "./dns/peer.js"
export {
  type DnsBehaviour,
  type DnsOutcome,
  type DnsScript,
  type DnsType,
  type DnsValues,
  type Zone
} from "./dns/zone.js"
export {
  type AsymmetricMatcher,
  type ExpectedAttachment,
  type ExpectedMail,
  type ExpectedSent,
  type ExpectedText
} from "./matchers/expectedMail.js"
export { type MailMatchers, matchers } from "./matchers/matchers.js"
export { layerMemoryQueue, type MemoryQueueOptions } from "./queue/memoryQueue.js"
export { type ReceivedMail, type SmtpPeerOptions, type TokenLogin } from "./smtp/options.js"
export { closedPort, smtpPeer, type SmtpPeer, startSmtpPeer } from "./smtp/peer.js"
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
} from "./smtp/rules.js"
export {
  createTestTelemark,
  type TestTelemark,
  type TestTelemarkOptions
} from "./telemark/createTestTelemark.js"
export { type Mailbox, type SentAttachment, type SentMail } from "./telemark/mailbox.js"
export { type WebhookBehaviour } from "./webhooks/behaviour.js"
export {
  type ReceivedWebhook,
  startWebhookPeer,
  webhookPeer,
  type WebhookPeer,
  type WebhookPeerOptions
} from "./webhooks/peer.js"
export {
  sampleWebhook,
  type SampleWebhook,
  type SampleWebhookOptions,
  webhookSecret
} from "./webhooks/sample.js"
