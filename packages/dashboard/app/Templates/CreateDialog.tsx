import { useQueryClient } from "@tanstack/preact-query"
import { useState } from "preact/hooks"
import { client } from "../Client/index.js"
import { FormDialog, TextField, useForm } from "../Parts/index.js"
import { useLocation } from "../Routing/index.js"
import { useTexts } from "../Texts/index.js"
import { type Beginning, idOf } from "./beginnings.js"
import { useTemplateTexts } from "./useTemplateTexts.js"

interface CreateDialogProps {
  /** What the template is made of, for the title. */
  readonly from: string
  readonly name: string
  /** Fetched when it is made: a starter's source isn't in the list. */
  readonly load: () => Promise<Beginning>
  readonly onClose: () => void
}

/** Names a new template, saves it, and opens it. */
export const CreateDialog = ({ from, load, name: proposed, onClose }: CreateDialogProps) => {
  const texts = useTemplateTexts()
  const shared = useTexts()
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const [name, setName] = useState(proposed)
  const [ownId, setId] = useState<string>()
  const id = ownId ?? idOf(name)
  const form = useForm({
    fields: ["id", "name"],
    send: async () => client.templates.create({ ...(await load()), id: id.trim(), name }),
    onDone: (created) => {
      void queries.invalidateQueries({ queryKey: ["templates", "list"] })
      navigate(`/templates/${encodeURIComponent(created.id)}`)
    }
  })
  return (
    <FormDialog form={form} title={texts.createFrom(from)} action={shared.create} onClose={onClose}>
      <TextField
        label={texts.name}
        hint={texts.nameHint}
        value={name}
        onValue={setName}
        problem={form.problem("name")}
        autoComplete="off"
      />
      <TextField
        label={texts.id}
        hint={texts.idHint}
        value={id}
        onValue={setId}
        problem={form.problem("id")}
        autoComplete="off"
        spellcheck={false}
      />
    </FormDialog>
  )
}
