import type { SendRequest, SendResult } from "@telemark/client"
import { useState } from "preact/hooks"
import { client } from "../../Client/index.js"
import {
  Button,
  type FieldProblem,
  FormDialog,
  Notice,
  TextField,
  useForm
} from "../../Parts/index.js"
import { Link } from "../../Routing/index.js"
import { useMay } from "../../Session/index.js"
import type { Data } from "../sampleData.js"
import { useTemplateTexts } from "../useTemplateTexts.js"

interface TestSendDialogProps {
  readonly id: string
  readonly data: Data
  readonly language: string
  readonly isChanged: boolean
  /** Leads to where samples are written. */
  readonly onSamples: () => void
  readonly onClose: () => void
}

/** Each reason once, with the variables that it is about. */
const byReason = (problems: ReadonlyArray<FieldProblem>) => {
  const names = new Map<string, ReadonlyArray<string>>()
  for (const { member, reason } of problems)
    names.set(reason, [...(names.get(reason) ?? []), ...(member === "" ? [] : [member])])
  return [...names]
}

/** Sends the saved version with the sample data. */
export const TestSendDialog = ({
  data,
  id,
  isChanged,
  language,
  onClose,
  onSamples
}: TestSendDialogProps) => {
  const { editor: texts } = useTemplateTexts()
  const may = useMay()
  const [to, setTo] = useState("")
  const [from, setFrom] = useState("")
  const [result, setResult] = useState<SendResult>()
  const request = (): SendRequest => ({
    to: to.trim(),
    template_id: id,
    data,
    ...(from.trim() === "" ? {} : { from: from.trim() }),
    ...(language === "" ? {} : { locale: language })
  })
  const form = useForm({
    fields: ["to", "from", "data"],
    send: () => {
      setResult(undefined)
      return client.emails.send(request())
    },
    onDone: setResult
  })
  const sent = result?.queued[0]
  const wrongData = byReason(form.problems("data"))
  return (
    <FormDialog
      form={form}
      title={texts.testSend}
      action={texts.send}
      onClose={onClose}
      isDone={result !== undefined}
    >
      <TextField
        label={texts.testSendTo}
        type="email"
        value={to}
        onValue={setTo}
        problem={form.problem("to")}
        autoComplete="email"
      />
      <TextField
        label={texts.testSendFrom}
        hint={texts.testSendFromHint}
        value={from}
        onValue={setFrom}
        problem={form.problem("from")}
      />
      {wrongData.length === 0 ? null : (
        <Notice tone="bad">
          {wrongData.map(([reason, names]) => (
            <span key={reason}>
              {names.length === 0 ? null : <code>{names.join(", ")}</code>} {reason}
            </span>
          ))}
          <div>
            <Button small onClick={onSamples}>
              {texts.toSamples}
            </Button>
          </div>
        </Notice>
      )}
      <p class="muted">{texts.testSendData}</p>
      {isChanged ? <Notice tone="warn">{texts.testSendUnsaved}</Notice> : null}
      {result === undefined ? null : sent === undefined ? (
        <Notice tone="warn">{texts.suppressed(result.suppressed[0] ?? to)}</Notice>
      ) : (
        <Notice tone="good">
          <span>{texts.wasSent(sent.recipient)}</span>
          {may("email:read") ? (
            <Link to={`/messages/${encodeURIComponent(sent.id)}`}>{texts.showMessage}</Link>
          ) : null}
        </Notice>
      )}
    </FormDialog>
  )
}
