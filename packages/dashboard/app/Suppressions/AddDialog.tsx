import { useState } from "preact/hooks"
import { client } from "../Client/index.js"
import { FormDialog, Select, TextField, useForm } from "../Parts/index.js"
import { useSuppressionTexts } from "./useSuppressionTexts.js"

interface AddDialogProps {
  readonly topics: ReadonlyArray<readonly [id: string, name: string]>
  readonly onAdded: (address: string) => void
  readonly onClose: () => void
}

/** Suppresses an address. */
export const AddDialog = ({ onAdded, onClose, topics }: AddDialogProps) => {
  const texts = useSuppressionTexts()
  const [address, setAddress] = useState("")
  const [reason, setReason] = useState("")
  const [topic, setTopic] = useState("")
  const form = useForm({
    fields: ["email_address", "reason", "topic"],
    send: () =>
      client.suppressions.add({
        email_address: address.trim(),
        ...(reason.trim() === "" ? {} : { reason: reason.trim() }),
        ...(topic === "" ? {} : { topic })
      }),
    onDone: () => {
      onAdded(address.trim())
    }
  })
  return (
    <FormDialog form={form} title={texts.add} action={texts.add} onClose={onClose}>
      <TextField
        label={texts.address}
        value={address}
        onValue={setAddress}
        problem={form.problem("email_address")}
        inputMode="email"
        autoComplete="off"
        spellcheck={false}
      />
      <TextField
        label={texts.reason}
        hint={texts.reasonHint}
        value={reason}
        onValue={setReason}
        problem={form.problem("reason")}
        autoComplete="off"
      />
      {topics.length === 0 ? null : (
        <Select
          label={texts.scope}
          hint={texts.topicHint}
          value={topic}
          onValue={setTopic}
          problem={form.problem("topic")}
          options={[["", texts.allMail], ...topics]}
        />
      )}
    </FormDialog>
  )
}
