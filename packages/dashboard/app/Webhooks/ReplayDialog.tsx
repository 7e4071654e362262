import type { WebhookEndpoint } from "@telemark/client"
import { useState } from "preact/hooks"
import { FormDialog, TextField, useForm } from "../Parts/index.js"
import { useEndpoints } from "./endpointsOf.js"
import { useWebhookTexts } from "./useWebhookTexts.js"

interface ReplayDialogProps {
  readonly endpoint: WebhookEndpoint
  readonly onReplayed: (events: number) => void
  readonly onClose: () => void
}

const hour = 3_600_000

/** An instant as a field for local times wants it. */
const localOf = (at: number): string =>
  new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16)

/** What was typed as an instant; as it is if it isn't one, for the server to say so. */
const instantOf = (local: string): string => {
  const at = new Date(local)
  return Number.isNaN(at.getTime()) ? local : at.toISOString()
}

/** Delivers the events of a time again, however many requests that takes. */
export const ReplayDialog = ({ endpoint, onClose, onReplayed }: ReplayDialogProps) => {
  const texts = useWebhookTexts()
  const { api } = useEndpoints()
  const [since, setSince] = useState(() =>
    localOf(Date.parse(endpoint.failing_since ?? "") || Date.now() - hour)
  )
  const [until, setUntil] = useState("")
  const [done, setDone] = useState(0)
  const form = useForm({
    fields: ["since", "until"],
    send: async () => {
      let sum = 0
      // All requests end at the same instant, or events of now would never let them end.
      const end = until === "" ? new Date().toISOString() : instantOf(until)
      for (let next: string | null = instantOf(since); next !== null;) {
        const { events, next_since } = await api.replay(endpoint.id, {
          since: next,
          until: end
        })
        sum += events
        setDone(sum)
        next = next_since
      }
      return sum
    },
    onDone: onReplayed
  })
  return (
    <FormDialog
      form={form}
      title={texts.replayTitle}
      action={form.isBusy ? texts.replaying(done) : texts.replay}
      onClose={onClose}
    >
      <p>{texts.replayText}</p>
      <div class="columns">
        <TextField
          label={texts.since}
          type="datetime-local"
          value={since}
          onValue={setSince}
          problem={form.problem("since")}
        />
        <TextField
          label={texts.until}
          hint={texts.untilHint}
          type="datetime-local"
          value={until}
          onValue={setUntil}
          problem={form.problem("until")}
        />
      </div>
    </FormDialog>
  )
}
