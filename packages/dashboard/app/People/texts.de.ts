import type { PersonTexts } from "./texts.en.js"

export const de: PersonTexts = {
  intro:
    "Was dieser Mandant über einen Empfänger aufbewahrt: für alle, die danach fragen oder es gelöscht haben wollen.",
  address: "Adresse",
  addressHint: "In beliebiger Schreibweise",
  lookUp: "Nachsehen",
  found: "Was aufbewahrt wird",
  emails: "Nachrichten",
  atLeast: (count: number) => `${String(count)} oder mehr`,
  suppressions: "Sperren",
  reports: "Berichte zu keiner Nachricht",
  erasedBefore: "Früher gelöschte Nachrichten",
  nothing: "Über diese Adresse wird nichts aufbewahrt.",
  save: "Alles als JSON speichern",
  saving: (count: number) => `${String(count)} Nachrichten bisher…`,
  erase: "Löschen",
  eraseTitle: "Diese Person löschen?",
  eraseText:
    "Wartende Mail wird abgebrochen. Nachrichten bleiben im Log und in allen Zahlen, ohne Adresse, Name, Betreff, Daten und Inhalt. Sperren bleiben unter einem Pseudonym: Die Adresse bekommt weiterhin keine Mail. Das lässt sich nicht rückgängig machen.",
  erased: "Was gelöscht wurde",
  cancelled: "Abgebrochen",
  contents: "Entfernte Inhalte",
  kept: "Sperren unter einem Pseudonym",
  others: "Geänderte andere Texte",
  inFlight: (count: number) =>
    count === 1
      ? "1 Nachricht wird gerade versandt. Löschen Sie in einigen Minuten noch einmal."
      : `${String(count)} Nachrichten werden gerade versandt. Löschen Sie in einigen Minuten noch einmal.`,
  notDone: "Etwas ist noch übrig. Löschen Sie in einigen Minuten noch einmal.",
  done: "Unter dieser Adresse ist nichts mehr übrig."
}
