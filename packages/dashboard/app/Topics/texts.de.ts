import type { TopicTexts } from "./texts.en.js"

export const de: TopicTexts = {
  intro: "Arten von Mail, die Empfänger einzeln abbestellen können, etwa ein Newsletter.",
  list: "Themen",
  create: "Thema anlegen",
  emptyTitle: "Noch keine Themen",
  empty:
    "Ohne Themen bekommt gar keine Mail mehr, wer sich abmeldet. Mit einem Thema wie newsletter kommen Rechnungen weiter an.",
  name: "Name",
  nameHint: "Empfänger lesen ihn, wo sie sich abmelden.",
  id: "Kennung",
  idHint:
    'Beim Senden wird das Thema so genannt, etwa "topic": "newsletter". Sie lässt sich nicht ändern.',
  description: "Beschreibung",
  descriptionHint: "Worum es in dieser Mail geht, in einem Satz für Empfänger.",
  languages: "Sprachen",
  created: "Angelegt",
  otherLanguages: "In anderen Sprachen",
  otherLanguagesHint:
    "Empfänger lesen die Sprache der Mail. Eine Sprache ist ein Kürzel wie de oder pt-BR.",
  addLanguage: "Sprache hinzufügen",
  languageTag: "Sprache",
  languageOf: (tag: string) => (tag === "" ? "Neue Sprache" : `Sprache ${tag}`),
  removeLanguage: "Diese Sprache entfernen",
  editTitle: (name: string) => `${name} ändern`,
  removeTitle: (name: string) => `${name} entfernen?`,
  removeText:
    "Das Thema kann beim Senden nicht mehr genannt werden. Wer es abbestellt hat, bleibt abgemeldet: Das gilt wieder, wenn Sie ein Thema mit dieser Kennung anlegen.",
  wasCreated: (name: string) => `${name} wurde angelegt.`,
  wasRemoved: (name: string) => `${name} wurde entfernt.`
}
