import type { Topic } from "@telemark/client"
import { useState } from "preact/hooks"
import { client } from "../Client/index.js"
import { Button, FormDialog, TextArea, TextField, useForm } from "../Parts/index.js"
import { useTexts } from "../Texts/index.js"
import { newTranslation, type Translation, translationsToSend } from "./translations.js"
import { useTopicTexts } from "./useTopicTexts.js"
import styles from "./topics.module.css"

interface TopicDialogProps {
  /** The topic to change; undefined for a new one. */
  readonly topic: Topic | undefined
  readonly onSaved: (topic: Topic) => void
  readonly onClose: () => void
}

const orNull = (text: string): string | null => (text === "" ? null : text)

/** Creates or changes a topic. */
export const TopicDialog = ({ onClose, onSaved, topic }: TopicDialogProps) => {
  const texts = useTopicTexts()
  const shared = useTexts()
  const [id, setId] = useState(topic?.id ?? "")
  const [name, setName] = useState(topic?.name ?? "")
  const [description, setDescription] = useState(topic?.description ?? "")
  const before = Object.entries(topic?.translations ?? {})
  const [translations, setTranslations] = useState<ReadonlyArray<Translation>>(() =>
    before.map(([tag, given]) => newTranslation(tag, given))
  )
  const form = useForm({
    fields: ["id", "name", "description", "translations"],
    send: () => {
      const members = {
        name,
        description: orNull(description),
        translations: translationsToSend(
          before.map(([tag]) => tag),
          translations
        )
      }
      return topic === undefined
        ? client.topics.create({ id: id.trim(), ...members })
        : client.topics.update(topic.id, members)
    },
    onDone: onSaved
  })
  const change = (key: number, changes: Partial<Translation>): void => {
    setTranslations((all) => all.map((one) => (one.key === key ? { ...one, ...changes } : one)))
  }
  // A name that is wrong belongs to its field; a tag that isn't a language, to the tag.
  const ofLanguage = (tag: string, member: string) =>
    form.problem(`translations.${tag.trim()}.${member}`)
  const isSaidInRows = translations.some(
    ({ tag }) => (ofLanguage(tag, "name") ?? ofLanguage(tag, "description")) !== undefined
  )
  const general = isSaidInRows ? undefined : form.problem("translations")
  return (
    <FormDialog
      form={form}
      title={topic === undefined ? texts.create : texts.editTitle(topic.name)}
      action={topic === undefined ? shared.create : shared.save}
      onClose={onClose}
    >
      <TextField
        label={texts.name}
        hint={texts.nameHint}
        value={name}
        onValue={setName}
        problem={form.problem("name")}
        autoComplete="off"
      />
      {topic === undefined ? (
        <TextField
          label={texts.id}
          hint={texts.idHint}
          value={id}
          onValue={setId}
          problem={form.problem("id")}
          autoComplete="off"
          spellcheck={false}
        />
      ) : null}
      <TextArea
        label={texts.description}
        hint={texts.descriptionHint}
        value={description}
        onValue={setDescription}
        problem={form.problem("description")}
        rows={2}
      />
      <div class="stack">
        <div>
          <h3>{texts.otherLanguages}</h3>
          <p class="muted">{texts.otherLanguagesHint}</p>
        </div>
        {translations.map(({ description, key, name, tag }) => (
          <fieldset key={key} class={styles["language"]}>
            <legend>{texts.languageOf(tag)}</legend>
            <div class={styles["tag"]}>
              <TextField
                label={texts.languageTag}
                value={tag}
                onValue={(tag) => {
                  change(key, { tag })
                }}
                autoComplete="off"
                spellcheck={false}
              />
              <TextField
                label={texts.name}
                value={name}
                onValue={(name) => {
                  change(key, { name })
                }}
                problem={ofLanguage(tag, "name")}
                autoComplete="off"
              />
            </div>
            <TextField
              label={texts.description}
              value={description}
              onValue={(description) => {
                change(key, { description })
              }}
              problem={ofLanguage(tag, "description")}
              autoComplete="off"
            />
            <div>
              <Button
                small
                look="quiet"
                onClick={() => {
                  setTranslations((all) => all.filter((one) => one.key !== key))
                }}
              >
                {texts.removeLanguage}
              </Button>
            </div>
          </fieldset>
        ))}
        {general === undefined ? null : (
          <p class="field-problem" role="alert">
            {general}
          </p>
        )}
        <div>
          <Button
            small
            onClick={() => {
              setTranslations((all) => [...all, newTranslation()])
            }}
          >
            {texts.addLanguage}
          </Button>
        </div>
      </div>
    </FormDialog>
  )
}
