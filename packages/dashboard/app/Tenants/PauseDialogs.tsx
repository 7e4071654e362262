import type { Tenant } from "@telemark/client"
import { useState } from "preact/hooks"
import { client } from "../Client/index.js"
import { Check, FormDialog, Notice, TextArea, useForm } from "../Parts/index.js"
import { useTenantTexts } from "./useTenantTexts.js"

interface PauseDialogProps {
  readonly tenant: Tenant
  readonly onDone: (tenant: Tenant) => void
  readonly onClose: () => void
}

/** Asks whether to pause, and why. */
export const PauseDialog = ({ onClose, onDone, tenant }: PauseDialogProps) => {
  const texts = useTenantTexts()
  const [note, setNote] = useState("")
  const [stopsLinks, setStopsLinks] = useState(false)
  const form = useForm({
    fields: ["note"],
    send: () =>
      client.tenants.pause(tenant.name, {
        ...(note.trim() === "" ? {} : { note: note.trim() }),
        ...(stopsLinks ? { stop_links: true } : {})
      }),
    onDone
  })
  return (
    <FormDialog
      form={form}
      title={texts.pauseTitle(tenant.name)}
      action={texts.pause}
      onClose={onClose}
    >
      <p>{texts.pauseText}</p>
      <TextArea
        label={texts.note}
        hint={texts.noteHint}
        value={note}
        onValue={setNote}
        problem={form.problem("note")}
        rows={3}
      />
      <Check
        label={texts.stopLinks}
        hint={texts.stopLinksHint}
        checked={stopsLinks}
        onChecked={setStopsLinks}
      />
    </FormDialog>
  )
}

/** Asks whether to resume, and says what should have been done before. */
export const ResumeDialog = ({ onClose, onDone, tenant }: PauseDialogProps) => {
  const texts = useTenantTexts()
  const form = useForm({ fields: [], send: () => client.tenants.resume(tenant.name), onDone })
  return (
    <FormDialog
      form={form}
      title={texts.resumeTitle(tenant.name)}
      action={texts.resume}
      onClose={onClose}
    >
      <p>{texts.resumeText}</p>
      {tenant.paused === null || tenant.paused.reason === "operator" ? null : (
        <Notice tone="warn">{texts.resumeFirst}</Notice>
      )}
    </FormDialog>
  )
}
