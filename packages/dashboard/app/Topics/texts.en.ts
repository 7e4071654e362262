export const en = {
  intro: "Kinds of mail that recipients can unsubscribe from separately, such as a newsletter.",
  list: "Topics",
  create: "Create topic",
  emptyTitle: "No topics yet",
  empty:
    "Without topics, unsubscribing stops all mail. With a topic such as newsletter, receipts still arrive.",
  name: "Name",
  nameHint: "Shown to recipients when they unsubscribe",
  id: "Id",
  idHint: 'Sends name the topic by it, as in "topic": "newsletter". It can\'t be changed.',
  description: "Description",
  descriptionHint: "One sentence for recipients",
  languages: "Languages",
  created: "Created",
  otherLanguages: "In other languages",
  otherLanguagesHint:
    "Recipients read the language of the mail. A language is a tag such as de or pt-BR.",
  addLanguage: "Add a language",
  languageTag: "Language",
  languageOf: (tag: string) => (tag === "" ? "New language" : `Language ${tag}`),
  removeLanguage: "Remove this language",
  editTitle: (name: string) => `Change ${name}`,
  removeTitle: (name: string) => `Remove ${name}?`,
  removeText:
    "Sends can no longer name this topic. Who unsubscribed from it stays so: it counts again if you create a topic of this id.",
  wasCreated: (name: string) => `${name} was created.`,
  wasRemoved: (name: string) => `${name} was removed.`
}

export type TopicTexts = typeof en
