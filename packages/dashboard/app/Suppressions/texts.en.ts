export const en = {
  intro: "Addresses that get no mail: they bounced, reported spam or unsubscribed, or you added them. A send to one of them is accepted and names it as suppressed.",
  list: "Suppressed addresses",
  add: "Suppress an address",
  emptyTitle: "No suppressed addresses",
  empty: "An address comes here by itself when it does not exist, when its owner reports spam, or when they unsubscribe. You can also add one.",
  emptyTopic: "Nobody unsubscribed from this topic.",
  address: "Address",
  reason: "Reason",
  scope: "Mail",
  since: "Since",
  allMail: "All mail",
  onlyTopic: (topic: string) => `Topic ${topic}`,
  filterTopic: "Topic",
  anyTopic: "All",
  look: "Look up",
  lookTitle: "Look an address up",
  lookHint: "In any spelling: what counts is the address itself.",
  isFree: (address: string) => `${address} gets mail.`,
  isSuppressed: (address: string) => `${address} gets no mail at all.`,
  isPartly: (address: string) => `${address} gets mail, except of some topics.`,
  byTopic: "Topics that it doesn't get",
  allow: "Allow again",
  allowTitle: (address: string) => `Allow mail to ${address} again?`,
  allowText: "If the address bounced or its owner reported spam, mailing it again harms how receivers see you. Do it only if you know that it is right.",
  allowTopic: (topic: string) => `This concerns mail of the topic ${topic} alone.`,
  wasAllowed: (address: string) => `${address} gets mail again.`,
  wasAdded: (address: string) => `${address} is suppressed.`,
  reasonHint: "For you and your colleagues; manual if you leave it empty.",
  topicHint: "Only mail of one topic, or all mail.",
  reasons: {
    bounced: "Bounced", complained: "Spam report", manual: "Added by hand", unsubscribed: "Unsubscribed", invalid_recipient: "No such address"
  } as Readonly<Record<string, string>>
}

export type SuppressionTexts = typeof en
