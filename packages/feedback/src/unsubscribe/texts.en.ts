import type { SuppressionCause } from "./readerView.js"

/** What the pages for unsubscribing say. Another language is another file, and a line in the table. */
export const en = {
  lang: "en",
  unsubscribe: {
    title: "Unsubscribe",
    fromTopic: (topic: string, sender: string) => `Stop “${topic}” from ${sender}?`,
    fromAll: (sender: string) => `Stop all mail from ${sender}?`,
    topicNote: (address: string) =>
      `${address} will get no more mail on this topic. Other mail, such as receipts and password resets, isn’t affected.`,
    allNote: (address: string) =>
      `${address} will get no more mail from this sender, not even receipts and password resets.`,
    button: "Unsubscribe"
  },
  unsubscribed: {
    title: "You are unsubscribed",
    ofTopic: (topic: string, sender: string, address: string) =>
      `${address} gets no more mail on “${topic}” from ${sender}.`,
    ofAll: (sender: string, address: string) => `${address} gets no more mail from ${sender}.`,
    mistake: "Was this a mistake?",
    undo: "Subscribe again"
  },
  subscribed: {
    title: "You are subscribed again",
    toTopic: (topic: string, sender: string, address: string) =>
      `${address} gets mail on “${topic}” from ${sender} again.`,
    toAll: (sender: string, address: string) => `${address} gets mail from ${sender} again.`
  },
  stopped: {
    title: "You get no mail",
    why: {
      bounce: "Mail to this address was stopped, because earlier mail could not be delivered.",
      complaint: "Mail to this address was stopped, because earlier mail was reported as spam.",
      manual: "Mail to this address was stopped by the sender."
    } satisfies Record<SuppressionCause, string>,
    fixed: "Only the sender can change this."
  },
  preferences: {
    link: "Choose what you get",
    title: (sender: string) => `Your mail from ${sender}`,
    intro: (sender: string, address: string) => `Choose what ${sender} sends to ${address}.`,
    topics: "Topics",
    fixedTopic: "The sender stopped this topic. Only the sender can change this.",
    everything: "All mail",
    none: "No mail at all",
    noneNote: "Not even receipts and password resets, whatever is chosen above.",
    save: "Save",
    saved: "Your choice was saved."
  },
  problems: {
    /** No key made the token. */
    unknown: {
      title: "This address doesn’t work",
      text: "It is incomplete, or it was changed. Open it again from the mail, or copy all of it. Nothing was changed."
    },
    /** The message's log was deleted. */
    tooOld: {
      title: "This mail is too old",
      text:
        "Its record was deleted, so it is no longer known who sent it, and to which address. Nothing was changed. Use the link in a newer mail of the same sender, " +
        "or answer the mail and ask the sender to stop."
    }
  }
}

export type Texts = typeof en
