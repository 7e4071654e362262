import type { ApiKey } from "@telemark/client"
import { useState } from "preact/hooks"
import { client } from "../Client/index.js"
import { FormDialog, TextField, useForm } from "../Parts/index.js"
import { useTexts } from "../Texts/index.js"
import styles from "./apiKeys.module.css"
import { numberOf } from "./CreateKeyDialog.js"
import { useKeyTexts } from "./useKeyTexts.js"

/** Changes a key's name and rate limit, and shows all its scopes. */
export const EditKeyDialog = ({
  apiKey,
  onClose,
  onSaved
}: {
  readonly apiKey: ApiKey
  readonly onSaved: () => void
  readonly onClose: () => void
}) => {
  const texts = useKeyTexts()
  const shared = useTexts()
  const [name, setName] = useState(apiKey.name)
  const [limit, setLimit] = useState(String(apiKey.rate_limit))
  const form = useForm({
    fields: ["name", "rate_limit"],
    send: () => {
      const rate = numberOf(limit)
      return client.apiKeys.update(apiKey.id, {
        name,
        ...(rate === undefined ? {} : { rate_limit: rate })
      })
    },
    onDone: onSaved
  })
  return (
    <FormDialog
      form={form}
      title={texts.editTitle(apiKey.name)}
      action={shared.save}
      onClose={onClose}
    >
      <TextField
        label={texts.name}
        value={name}
        onValue={setName}
        problem={form.problem("name")}
        autoComplete="off"
      />
      <TextField
        label={texts.rateLimit}
        value={limit}
        onValue={setLimit}
        problem={form.problem("rate_limit")}
        inputMode="numeric"
        autoComplete="off"
      />
      <div class="stack">
        <h3>{texts.scopesTitle}</h3>
        <div class="row">
          {apiKey.scopes.map((scope) => (
            <span key={scope} class={styles["chip"]}>
              {scope}
            </span>
          ))}
        </div>
        <p class="muted">{texts.scopesFixed}</p>
      </div>
    </FormDialog>
  )
}
