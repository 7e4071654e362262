import type {
  CreatedWebhookEndpoint,
  CreateWebhookEndpoint,
  WebhookEndpoint
} from "@telemark/client"
import { useState } from "preact/hooks"
import { Button, Check, FormDialog, TextField, useForm } from "../Parts/index.js"
import { useTexts } from "../Texts/index.js"
import { type Kind, useEndpoints } from "./endpointsOf.js"
import { useWebhookTexts } from "./useWebhookTexts.js"
import styles from "./webhooks.module.css"

type EndpointDialogProps =
  | {
      readonly endpoint: undefined
      readonly onDone: (created: CreatedWebhookEndpoint) => void
      readonly onClose: () => void
    }
  | {
      readonly endpoint: WebhookEndpoint
      readonly onDone: (changed: WebhookEndpoint) => void
      readonly onClose: () => void
    }

/** Creates or changes an endpoint: its URL, and the events that it takes. */
export const EndpointDialog = (props: EndpointDialogProps) => {
  const texts = useWebhookTexts()
  const { api, chosen, kinds } = useEndpoints()
  const shared = useTexts()
  const [url, setUrl] = useState(props.endpoint?.url ?? "")
  const [events, setEvents] = useState<ReadonlyArray<Kind>>(props.endpoint?.events ?? chosen)
  const form = useForm<() => void>({
    fields: ["url", "events"],
    send: async () => {
      const members = { url: url.trim(), events } as CreateWebhookEndpoint
      if (props.endpoint === undefined) {
        const created = await api.create(members)
        return () => {
          props.onDone(created)
        }
      }
      const changed = await api.update(props.endpoint.id, members)
      return () => {
        props.onDone(changed)
      }
    },
    onDone: (finish) => {
      finish()
    }
  })
  const toggle = (kind: Kind, isChosen: boolean): void => {
    setEvents(kinds.filter((one) => (one === kind ? isChosen : events.includes(one))))
  }
  return (
    <FormDialog
      form={form}
      title={props.endpoint === undefined ? texts.create : texts.editTitle}
      action={props.endpoint === undefined ? shared.create : shared.save}
      onClose={props.onClose}
    >
      <TextField
        label={texts.url}
        hint={texts.urlHint}
        value={url}
        onValue={setUrl}
        problem={form.problem("url")}
        inputMode="url"
        autoComplete="off"
        spellcheck={false}
      />
      <fieldset class={styles["events"]}>
        <legend>{texts.events}</legend>
        <div class="row">
          <Button
            small
            onClick={() => {
              setEvents(kinds)
            }}
          >
            {texts.all}
          </Button>
          <Button
            small
            onClick={() => {
              setEvents([])
            }}
          >
            {texts.none}
          </Button>
        </div>
        {form.problem("events") === undefined ? null : (
          <p class="field-problem" role="alert">
            {form.problem("events")}
          </p>
        )}
        {kinds.map((kind) => (
          <Check
            key={kind}
            checked={events.includes(kind)}
            onChecked={(isChosen) => {
              toggle(kind, isChosen)
            }}
            label={
              <>
                <code>{kind}</code> <span class="muted">{texts.kinds[kind]}</span>
              </>
            }
          />
        ))}
      </fieldset>
    </FormDialog>
  )
}
