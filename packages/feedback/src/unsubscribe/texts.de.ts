import type { Texts } from "./texts.en.js"

export const de: Texts = {
  lang: "de",
  unsubscribe: {
    title: "Abbestellen",
    fromTopic: (topic, sender) => `„${topic}“ von ${sender} abbestellen?`,
    fromAll: (sender) => `Alle E-Mails von ${sender} abbestellen?`,
    topicNote: (address) =>
      `An ${address} werden keine E-Mails zu diesem Thema mehr gesendet. Andere E-Mails, zum Beispiel Rechnungen und neue Passwörter, kommen weiterhin.`,
    allNote: (address) =>
      `An ${address} werden keine E-Mails dieses Absenders mehr gesendet, auch keine Rechnungen und neuen Passwörter.`,
    button: "Abbestellen"
  },
  unsubscribed: {
    title: "Sie sind abgemeldet",
    ofTopic: (topic, sender, address) =>
      `An ${address} werden keine E-Mails von ${sender} zum Thema „${topic}“ mehr gesendet.`,
    ofAll: (sender, address) => `An ${address} werden keine E-Mails von ${sender} mehr gesendet.`,
    mistake: "War das ein Versehen?",
    undo: "Wieder anmelden"
  },
  subscribed: {
    title: "Sie sind wieder angemeldet",
    toTopic: (topic, sender, address) =>
      `An ${address} werden wieder E-Mails von ${sender} zum Thema „${topic}“ gesendet.`,
    toAll: (sender, address) => `An ${address} werden wieder E-Mails von ${sender} gesendet.`
  },
  stopped: {
    title: "Sie erhalten keine E-Mails",
    why: {
      bounce:
        "An diese Adresse wird nichts mehr gesendet, weil frühere E-Mails nicht zugestellt werden konnten.",
      complaint:
        "An diese Adresse wird nichts mehr gesendet, weil eine frühere E-Mail als Spam gemeldet wurde.",
      manual: "Der Absender hat den Versand an diese Adresse beendet."
    },
    fixed: "Nur der Absender kann das ändern."
  },
  preferences: {
    link: "Auswählen, was Sie erhalten",
    title: (sender) => `Ihre E-Mails von ${sender}`,
    intro: (sender, address) => `Wählen Sie aus, was ${sender} an ${address} sendet.`,
    topics: "Themen",
    fixedTopic: "Der Absender hat dieses Thema beendet. Nur der Absender kann das ändern.",
    everything: "Alle E-Mails",
    none: "Gar keine E-Mails",
    noneNote: "Auch keine Rechnungen und neuen Passwörter, gleich was oben ausgewählt ist.",
    save: "Speichern",
    saved: "Ihre Auswahl wurde gespeichert."
  },
  problems: {
    unknown: {
      title: "Diese Adresse funktioniert nicht",
      text: "Sie ist unvollständig oder wurde verändert. Öffnen Sie sie noch einmal aus der E-Mail, oder kopieren Sie sie vollständig. Es wurde nichts geändert."
    },
    tooOld: {
      title: "Diese E-Mail ist zu alt",
      text:
        "Die Angaben dazu wurden gelöscht. Daher ist nicht mehr bekannt, wer sie gesendet hat und an welche Adresse. Es wurde nichts geändert. " +
        "Verwenden Sie den Link in einer neueren E-Mail desselben Absenders, oder antworten Sie auf die E-Mail und bitten Sie um Abmeldung."
    }
  }
}
