import type { ApiKey, CreatedApiKey } from "@telemark/client"
import { useState } from "preact/hooks"
import { client } from "../Client/index.js"
import { FormDialog, TextField, useForm } from "../Parts/index.js"
import { useSession } from "../Session/index.js"
import { useTexts } from "../Texts/index.js"
import { ScopeChoice } from "./ScopeChoice.js"
import { grantable, type KeyScope } from "./scopeGroups.js"
import { useKeyTexts } from "./useKeyTexts.js"

interface CreateKeyDialogProps {
  /** The key that the new one is to replace. */
  readonly former: ApiKey | undefined
  readonly onCreated: (created: CreatedApiKey) => void
  readonly onClose: () => void
}

/**
 * What a number field sends: nothing if it is empty, and else whatever was typed, about which the
 * server says what is wrong.
 */
export const numberOf = (text: string): number | undefined =>
  text.trim() === "" ? undefined : Number(text)

/** Creates a key, or the next one of a key. */
export const CreateKeyDialog = ({ former, onClose, onCreated }: CreateKeyDialogProps) => {
  const texts = useKeyTexts()
  const shared = useTexts()
  const offered = grantable(useSession().scopes)
  const [name, setName] = useState(former?.name ?? "")
  const [limit, setLimit] = useState(former === undefined ? "" : String(former.rate_limit))
  const [scopes, setScopes] = useState<ReadonlyArray<KeyScope>>(
    former === undefined
      ? offered.filter((scope) => scope === "email:send")
      : grantable(former.scopes).filter((scope) => offered.includes(scope))
  )
  const form = useForm({
    fields: ["name", "rate_limit", "scopes"],
    send: () => {
      const rate = numberOf(limit)
      return client.apiKeys.create({
        name,
        scopes,
        ...(rate === undefined ? {} : { rate_limit: rate }),
        // The second key may do no more than the first.
        ...(former?.allowed_recipients === undefined
          ? {}
          : { allowed_recipients: former.allowed_recipients }),
        ...(former?.max_sends_per_day === undefined
          ? {}
          : { max_sends_per_day: former.max_sends_per_day })
      })
    },
    onDone: onCreated
  })
  return (
    <FormDialog
      wide
      form={form}
      title={former === undefined ? texts.create : texts.rotateTitle(former.name)}
      action={shared.create}
      onClose={onClose}
    >
      {former === undefined ? null : <p>{texts.rotateIntro}</p>}
      <div class="columns">
        <TextField
          label={texts.name}
          hint={texts.nameHint}
          value={name}
          onValue={setName}
          problem={form.problem("name")}
          autoComplete="off"
        />
        <TextField
          label={texts.rateLimit}
          hint={texts.rateLimitHint}
          value={limit}
          onValue={setLimit}
          problem={form.problem("rate_limit")}
          inputMode="numeric"
          autoComplete="off"
        />
      </div>
      <ScopeChoice
        offered={offered}
        chosen={scopes}
        onChosen={setScopes}
        problem={form.problem("scopes")}
      />
    </FormDialog>
  )
}
