import { type InboxMail, NoReleaseServer, ReleaseFailed } from "@telemark/client"
import { useQueryClient } from "@tanstack/preact-query"
import { useState } from "preact/hooks"
import { client } from "../Client/index.js"
import { FormDialog, Notice, TextField, useForm, useToast } from "../Parts/index.js"
import { Link } from "../Routing/index.js"
import { useMay } from "../Session/index.js"
import { useInboxTexts } from "./useInboxTexts.js"

/** What the mail server said, if that is why a mail wasn't sent. */
const replyOf = (error: unknown): string | null =>
  error instanceof ReleaseFailed ? error.details.smtp_response : null

/** Sends a captured mail to a real address, and shows what the server answers. */
export const ReleaseDialog = ({
  mail,
  onClose
}: {
  readonly mail: InboxMail
  readonly onClose: () => void
}) => {
  const texts = useInboxTexts()
  const may = useMay()
  const toast = useToast()
  const queries = useQueryClient()
  const [to, setTo] = useState("")
  const form = useForm({
    fields: ["to"],
    send: () => client.inbox.release(mail.id, { to: to.trim() }),
    onDone: ({ released }) => {
      toast(texts.wasReleased(released?.to ?? to.trim()))
      void queries.invalidateQueries({ queryKey: ["inbox"] })
      onClose()
    }
  })
  const reply = replyOf(form.error)
  const lacksServer = form.error instanceof NoReleaseServer
  return (
    <FormDialog
      form={lacksServer ? { ...form, error: undefined } : form}
      title={texts.releaseTitle}
      action={texts.releaseAction}
      onClose={onClose}
    >
      <p>{texts.releaseText}</p>
      <TextField
        label={texts.releaseTo}
        hint={texts.releaseHint}
        value={to}
        onValue={setTo}
        problem={form.problem("to")}
        inputMode="email"
        autoComplete="email"
        spellcheck={false}
        autoFocus
      />
      {lacksServer ? (
        <Notice tone="bad">
          <strong>{texts.noServer}</strong>
          {may("smtp:read") && may("smtp:write") ? (
            <Link to="/smtp">{texts.setUpServer}</Link>
          ) : (
            <span>{texts.askForServer}</span>
          )}
        </Notice>
      ) : null}
      {reply === null ? null : (
        <p>
          {texts.reply}: <code>{reply}</code>
        </p>
      )}
    </FormDialog>
  )
}
