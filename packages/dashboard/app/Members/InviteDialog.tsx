import type { InvitedMember, Role } from "@telemark/client"
import { useState } from "preact/hooks"
import { client } from "../Client/index.js"
import { Check, FormDialog, TextField, useForm } from "../Parts/index.js"
import { useMay } from "../Session/index.js"
import { RoleSelect } from "./RoleSelect.js"
import { useMemberTexts } from "./useMemberTexts.js"

interface InviteDialogProps {
  readonly onInvited: (invited: InvitedMember) => void
  readonly onClose: () => void
}

export const InviteDialog = ({ onClose, onInvited }: InviteDialogProps) => {
  const texts = useMemberTexts()
  const may = useMay()
  const [email, setEmail] = useState("")
  const [name, setName] = useState("")
  const [role, setRole] = useState<Role>("viewer")
  const [isOperator, setOperator] = useState(false)
  const form = useForm({
    fields: ["email", "name", "role", "operator"],
    send: () =>
      client.members.invite({
        email: email.trim(),
        role,
        ...(name.trim() === "" ? {} : { name: name.trim() }),
        ...(isOperator ? { operator: true } : {})
      }),
    onDone: onInvited
  })
  return (
    <FormDialog form={form} title={texts.inviteTitle} action={texts.invite} onClose={onClose}>
      <TextField
        label={texts.email}
        value={email}
        onValue={setEmail}
        problem={form.problem("email")}
        type="email"
        autoComplete="off"
        spellcheck={false}
      />
      <TextField
        label={texts.name}
        value={name}
        onValue={setName}
        problem={form.problem("name")}
        autoComplete="off"
      />
      <RoleSelect role={role} onRole={setRole} problem={form.problem("role")} />
      {may("tenant:manage") ? (
        <Check
          label={texts.operator}
          hint={texts.operatorHint}
          checked={isOperator}
          onChecked={setOperator}
        />
      ) : null}
    </FormDialog>
  )
}
