export const en = {
  intro:
    "Kinds of mail that recipients can unsubscribe from one by one, such as a newsletter. Sends name a topic; its links for unsubscribing then lead to it.",
  list: "Topics",
  create: "Create topic",
  emptyTitle: "No topics yet",
  empty:
    "Without topics, who unsubscribes gets no more mail at all. With a topic such as newsletter, they keep their receipts.",
  name: "Name",
  nameHint: "Recipients read it where they unsubscribe.",
  id: "Id",
  idHint: 'Sends name the topic by it, as in "topic": "newsletter". It can\'t be changed.',
  description: "Description",
  descriptionHint: "What this mail is about, in a sentence for recipients.",
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
