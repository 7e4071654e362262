import type { EventKind } from "./eventTypes.js"

const kinds: Readonly<Record<EventKind, string>> = {
  "email.sent": "The next mail server accepted it",
  "email.delivered": "The recipient's server accepted it",
  "email.deferred": "It waits for another attempt",
  "email.bounced": "It was refused permanently",
  "email.complained": "The recipient reported spam",
  "email.failed": "It is not tried any more",
  "email.opened": "It was opened",
  "email.clicked": "A link was followed",
  "email.unsubscribed": "The recipient unsubscribed"
}

export const en = {
  intro:
    "Telemark posts what happens to your mail to URLs of yours, signed. Your application knows at once what was delivered, bounced or opened.",
  list: "Webhook endpoints",
  create: "Create endpoint",
  emptyTitle: "No endpoints yet",
  empty:
    "An endpoint is a URL of your application that takes POST requests. It answers with any 2xx within 15 seconds, and does its work afterwards.",
  url: "URL",
  urlHint: "Such as https://shop.example/hooks/mail.",
  events: "Events",
  kinds,
  all: "All",
  none: "None",
  health: "Health",
  created: "Created",
  active: "Active",
  inactive: "Inactive",
  failing: "Failing",
  eventCount: (count: number) =>
    count === 9 ? "all events" : count === 1 ? "1 event" : `${String(count)} events`,
  endpoint: "Endpoint",
  editTitle: "Change the endpoint",
  secretTitle: "The secret that signs its requests",
  secret: "Secret",
  nextSecretTitle: "The next secret",
  nextSecretText: (until: string) =>
    `The former secret signs as well until ${until}. Give your receiver the new one until then.`,
  verifyTitle: "Verify the requests",
  verifyIntro: "Take the body as it arrived, byte for byte, before anything parses it.",
  header: "Header",
  language: "Language",
  snippet: (language: string) => `Code in ${language}`,
  rotate: "Rotate secret",
  rotateTitle: "Make the next secret?",
  rotateText:
    "For 24 hours each request is signed with both secrets, so that nothing is refused while you exchange them.",
  rotateAction: "Make the next secret",
  deactivate: "Deactivate",
  deactivateTitle: "Deactivate the endpoint?",
  deactivateText:
    "It gets no events until you activate it again, and those that wait for it are dropped. Replay brings back the time that it missed.",
  activate: "Activate",
  wasActivated: "The endpoint gets events from now on.",
  wasDeactivated: "The endpoint gets no more events.",
  removeTitle: "Remove the endpoint?",
  removeText: "Its secret, its deliveries and the events that wait for it are removed.",
  wasRemoved: "The endpoint was removed.",
  healthy: "Every event of the last attempts was accepted, as far as is known.",
  failingTitle: (since: string) => `Every attempt has failed since ${since}`,
  failingText:
    "After five days of failures the endpoint is made inactive. The deliveries below say what it answered.",
  goneTitle: "It answered 410 (Gone), so it was made inactive",
  failedTitle: "Every attempt failed for five days, so it was made inactive",
  disabledText:
    "Repair the receiver, activate the endpoint again, then replay the time that it missed.",
  deliveries: "Deliveries",
  deliveriesEmptyTitle: "No deliveries yet",
  deliveriesEmpty: "Send a test event to see what your application answers.",
  deliveriesNone: "No such deliveries.",
  outcome: "Outcome",
  outcomes: { all: "All", accepted: "Accepted", refused: "Refused or unanswered" },
  time: "Time",
  event: "Event",
  result: "Result",
  answer: "Answer",
  duration: "Duration",
  attempt: "Attempt",
  isTest: "Test",
  statuses: {
    delivered: "Accepted",
    pending: "Will be tried again",
    failed: "Refused"
  } as Readonly<Record<string, string>>,
  noAnswer: "no answer",
  show: "Show",
  deliveryTitle: (type: string) => `Delivery of ${type}`,
  nextAttempt: "Next attempt",
  why: "Why it failed",
  request: "What was posted",
  requestGone: "The event is no longer stored, so its body can't be shown.",
  response: "What the endpoint answered",
  responseEmpty: "An empty body.",
  responseNone: "No answer came.",
  eventId: "Event id",
  replayOne: "Deliver again",
  replayed: (count: number) =>
    count === 1 ? "1 event is delivered again." : `${String(count)} events are delivered again.`,
  replay: "Replay",
  replayTitle: "Deliver events of a time again",
  replayText:
    "Events of the kinds that this endpoint takes, recorded from the first time until before the second. Their ids stay the same, so that your application can recognise what it has handled.",
  since: "From",
  until: "Until",
  untilHint: "Now, if you leave it empty.",
  replaying: (count: number) => `${String(count)} so far…`,
  test: "Send test",
  testTitle: "Send a test event",
  testText:
    'Posts a signed sample once and shows what the endpoint answers. The sample has "metadata": {"sample": true}.',
  testKind: "Kind",
  testAll: "One of each kind",
  testSend: "Send",
  testing: "Sending…",
  wasCreated: "The endpoint was created."
}

export type WebhookTexts = typeof en
