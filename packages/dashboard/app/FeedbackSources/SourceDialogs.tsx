import type { CreatedFeedbackSource, FeedbackSource } from "@telemark/client"
import { useState } from "preact/hooks"
import { client } from "../Client/index.js"
import { FormDialog, Notice, SecretDialog, Select, TextField, useForm } from "../Parts/index.js"
import { useTexts } from "../Texts/index.js"
import { credentialOf, type ProviderName, providers } from "./providers.js"
import styles from "./feedbackSources.module.css"
import { useSourceTexts } from "./useSourceTexts.js"

/** Makes the address for a provider. */
export const CreateSourceDialog = ({
  onClose,
  onCreated
}: {
  readonly onCreated: (created: CreatedFeedbackSource) => void
  readonly onClose: () => void
}) => {
  const texts = useSourceTexts()
  const shared = useTexts()
  const [provider, setProvider] = useState<ProviderName>("ses")
  const [credential, setCredential] = useState("")
  const form = useForm({
    fields: ["provider", "credential"],
    send: () =>
      client.feedbackSources.create({
        provider,
        ...(credential.trim() === "" || credentialOf[provider] === "none"
          ? {}
          : { credential: credential.trim() })
      }),
    onDone: onCreated
  })
  return (
    <FormDialog form={form} title={texts.create} action={shared.create} onClose={onClose}>
      <Select
        label={texts.provider}
        value={provider}
        onValue={(name) => {
          setProvider(name as ProviderName)
        }}
        problem={form.problem("provider")}
        options={Object.entries(providers)}
      />
      {credentialOf[provider] === "none" ? (
        <p class="muted">{texts.noCredential}</p>
      ) : (
        <TextField
          label={texts.credential}
          hint={texts.credentialHints[provider]}
          value={credential}
          onValue={setCredential}
          problem={form.problem("credential")}
          autoComplete="off"
          spellcheck={false}
        />
      )}
    </FormDialog>
  )
}

/** Shows the address for the only time, with what to do at the provider. */
export const CreatedSourceDialog = ({
  onClose,
  source
}: {
  readonly source: CreatedFeedbackSource
  readonly onClose: () => void
}) => {
  const texts = useSourceTexts()
  const { credential, events, steps, title } = source.instructions
  return (
    <SecretDialog
      title={texts.shownTitle(title)}
      what={texts.address}
      secret={source.url}
      onClose={onClose}
    >
      {source.url.startsWith("/") ? <Notice tone="info">{texts.pathOnly}</Notice> : null}
      <h3>{texts.stepsTitle}</h3>
      <ol class={styles["steps"]}>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <h3>{texts.eventsTitle}</h3>
      <div class="row">
        {events.map((event) => (
          <code key={event} class={styles["event"]}>
            {event}
          </code>
        ))}
      </div>
      {credential === null ? null : (
        <>
          <h3>{texts.credentialTitle}</h3>
          <p>{credential}</p>
        </>
      )}
    </SecretDialog>
  )
}

/** Replaces the credential that a provider's calls are checked with. */
export const CredentialDialog = ({
  onClose,
  onSaved,
  source
}: {
  readonly source: FeedbackSource
  readonly onSaved: () => void
  readonly onClose: () => void
}) => {
  const texts = useSourceTexts()
  const shared = useTexts()
  const [credential, setCredential] = useState("")
  const form = useForm({
    fields: ["credential"],
    send: () => client.feedbackSources.update(source.id, { credential: credential.trim() }),
    onDone: onSaved
  })
  return (
    <FormDialog
      form={form}
      title={texts.updateTitle(providers[source.provider])}
      action={shared.save}
      onClose={onClose}
    >
      <TextField
        label={texts.credential}
        hint={texts.updateHint}
        value={credential}
        onValue={setCredential}
        problem={form.problem("credential")}
        autoComplete="off"
        spellcheck={false}
      />
    </FormDialog>
  )
}
