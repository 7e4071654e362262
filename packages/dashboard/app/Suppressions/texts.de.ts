import type { SuppressionTexts } from "./texts.en.js"

export const de: SuppressionTexts = {
  intro: "Adressen, die keine Mail bekommen: Sie waren unzustellbar, haben Spam gemeldet oder sich abgemeldet, oder Sie haben sie hinzugefügt. Eine Sendung an sie wird angenommen und nennt sie als gesperrt.",
  list: "Gesperrte Adressen",
  add: "Adresse sperren",
  emptyTitle: "Keine gesperrten Adressen",
  empty: "Eine Adresse kommt von selbst hierher, wenn es sie nicht gibt, wenn jemand Spam meldet oder sich abmeldet. Sie können auch eine hinzufügen.",
  emptyTopic: "Niemand hat dieses Thema abbestellt.",
  address: "Adresse",
  reason: "Grund",
  scope: "Mail",
  since: "Seit",
  allMail: "Alle Mail",
  onlyTopic: (topic: string) => `Thema ${topic}`,
  filterTopic: "Thema",
  anyTopic: "Alle",
  look: "Nachsehen",
  lookTitle: "Eine Adresse nachsehen",
  lookHint: "In jeder Schreibweise: Es zählt die Adresse selbst.",
  isFree: (address: string) => `${address} bekommt Mail.`,
  isSuppressed: (address: string) => `${address} bekommt gar keine Mail.`,
  isPartly: (address: string) => `${address} bekommt Mail, außer zu einigen Themen.`,
  byTopic: "Themen, die sie nicht bekommt",
  allow: "Wieder zulassen",
  allowTitle: (address: string) => `Mail an ${address} wieder zulassen?`,
  allowText: "Wenn die Adresse unzustellbar war oder jemand Spam gemeldet hat, schadet neue Mail Ihrem Ruf bei Empfängern. Tun Sie es nur, wenn Sie wissen, dass es richtig ist.",
  allowTopic: (topic: string) => `Das betrifft nur Mail zum Thema ${topic}.`,
  wasAllowed: (address: string) => `${address} bekommt wieder Mail.`,
  wasAdded: (address: string) => `${address} ist gesperrt.`,
  reasonHint: "Für Sie und Ihre Kollegen; manual, wenn Sie nichts eingeben.",
  topicHint: "Nur Mail zu einem Thema, oder alle Mail.",
  reasons: {
    bounced: "Unzustellbar", complained: "Spam-Meldung", manual: "Von Hand", unsubscribed: "Abgemeldet", invalid_recipient: "Adresse unbekannt"
  }
}
