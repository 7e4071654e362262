import type { InboxMail } from "@telemark/client"
import { useQueryClient } from "@tanstack/preact-query"
import { client } from "../Client/index.js"
import { Confirm, useToast } from "../Parts/index.js"
import { useInboxTexts } from "./useInboxTexts.js"

interface RemoveDialogProps {
  readonly mail: InboxMail
  readonly onRemoved?: () => void
  readonly onClose: () => void
}

/** Removes one captured mail, after asking. */
export const RemoveDialog = ({
  mail: { id, subject, to },
  onClose,
  onRemoved
}: RemoveDialogProps) => {
  const texts = useInboxTexts()
  const toast = useToast()
  const queries = useQueryClient()
  const remove = async (): Promise<void> => {
    await client.inbox.remove(id)
    toast(texts.wasRemoved)
    onRemoved?.()
    await queries.invalidateQueries({ queryKey: ["inbox", "list"] })
  }
  return (
    <Confirm title={texts.removeTitle} action={texts.remove} onConfirm={remove} onClose={onClose}>
      <p>{texts.removeText(subject === "" ? texts.noSubject : subject, to)}</p>
    </Confirm>
  )
}
