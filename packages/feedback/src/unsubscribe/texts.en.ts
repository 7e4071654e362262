import type { Texts } from "./Texts.js"

export const en: Texts = {
  lang: "en",
  unsubscribe: {
    title: "Unsubscribe",
    fromTopic: (topic, sender) => `Stop “${topic}” from ${sender}?`,
    fromAll: (sender) => `Stop all mail from ${sender}?`,
    topicNote: (address) =>
      `${address} will get no more mail on this topic. Other mail, such as receipts and password resets, isn’t affected.`,
    allNote: (address) =>
      `${address} will get no more mail from this sender, not even receipts and password resets.`,
    button: "Unsubscribe"
  },
  unsubscribed: {
    title: "You are unsubscribed",
    ofTopic: (topic, sender, address) =>
      `${address} gets no more mail on “${topic}” from ${sender}.`,
    ofAll: (sender, address) => `${address} gets no more mail from ${sender}.`,
    mistake: "Was this a mistake?",
    undo: "Subscribe again"
  },
  subscribed: {
    title: "You are subscribed again",
    toTopic: (topic, sender, address) => `${address} gets mail on “${topic}” from ${sender} again.`,
    toAll: (sender, address) => `${address} gets mail from ${sender} again.`
  },
  stopped: {
    title: "You get no mail",
    why: {
      bounce: "Mail to this address was stopped, because earlier mail could not be delivered.",
      complaint: "Mail to this address was stopped, because earlier mail was reported as spam.",
      manual: "Mail to this address was stopped by the sender."
    },
    fixed: "Only the sender can change this."
  },
  preferences: {
    link: "Choose what you get",
    title: (sender) => `Your mail from ${sender}`,
    intro: (sender, address) => `Choose what ${sender} sends to ${address}.`,
    topics: "Topics",
    fixedTopic: "The sender stopped this topic. Only the sender can change this.",
    everything: "All mail",
    none: "No mail at all",
    noneNote: "Not even receipts and password resets, whatever is chosen above.",
    save: "Save",
    saved: "Your choice was saved."
  },
  problems: {
    unknown: {
      title: "This address doesn’t work",
      text: "It is incomplete, or it was changed. Open it again from the mail, or copy all of it. Nothing was changed."
    },
    tooOld: {
      title: "This mail is too old",
      text:
        "Its record was deleted, so it is no longer known who sent it, and to which address. Nothing was changed. Use the link in a newer mail of the same sender, " +
        "or answer the mail and ask the sender to stop."
    }
  }
}
