import type { EmailSummary } from "@telemark/client"
import { useQueryClient } from "@tanstack/preact-query"
import { useState } from "preact/hooks"
import { client, explain } from "../Client/index.js"
import { Button, Confirm, useToast } from "../Parts/index.js"
import { useMay } from "../Session/index.js"
import { forEach } from "./forEach.js"
import styles from "./messages.module.css"
import { useMessageTexts } from "./useMessageTexts.js"
import type { Selection } from "./useSelection.js"

type Asked = "resend" | "cancel" | "suppress"

interface BulkActionsProps {
  readonly selection: Selection<EmailSummary>
  readonly onAll: (() => void) | undefined
}

const isWaiting = ({ status }: EmailSummary): boolean =>
  status === "queued" || status === "deferred"

const resend = async ({ id }: EmailSummary): Promise<boolean> =>
  (await client.emails.resend(id)).queued.length > 0

/** What can be done with the selected messages, each after asking. */
export const BulkActions = ({ onAll, selection: { clear, selected } }: BulkActionsProps) => {
  const texts = useMessageTexts()
  const may = useMay()
  const toast = useToast()
  const queries = useQueryClient()
  const [asked, setAsked] = useState<Asked>()

  const recipients = [...new Set(selected.map(({ recipient_email }) => recipient_email))]
  const actions = {
    resend: {
      scope: "email:send",
      items: selected.filter((email) => !isWaiting(email) && email.status !== "sending"),
      perform: resend
    },
    cancel: {
      scope: "email:send",
      items: selected.filter(isWaiting),
      perform: ({ id }: EmailSummary) => client.emails.cancel(id)
    },
    suppress: {
      scope: "suppression:write",
      items: recipients,
      perform: (address: string) => client.suppressions.add({ email_address: address })
    }
  } as const

  const perform = async (name: Asked): Promise<void> => {
    const { done, failures } =
      name === "suppress"
        ? await forEach(actions.suppress.items, actions.suppress.perform)
        : await forEach(actions[name].items, actions[name].perform)
    await Promise.all(
      ["emails", "suppressions"].map((group) => queries.invalidateQueries({ queryKey: [group] }))
    )
    clear()
    const [failure] = failures
    toast(
      `${texts.bulk[name].done(done)}${
        failure === undefined ? "" : ` ${texts.bulk.failed(failures.length, explain(failure))}`
      }`
    )
  }

  return (
    <div class={styles["bulk"]} role="group" aria-label={texts.bulk.label}>
      <span role="status">{texts.bulk.selected(selected.length)}</span>
      {(["resend", "suppress", "cancel"] as const)
        .filter((name) => may(actions[name].scope))
        .map((name) => (
          <Button
            key={name}
            small
            disabled={actions[name].items.length === 0}
            onClick={() => {
              setAsked(name)
            }}
          >
            {texts.bulk[name].action}
          </Button>
        ))}
      {onAll === undefined ? null : (
        <Button small look="quiet" onClick={onAll}>
          {texts.bulk.all}
        </Button>
      )}
      <Button small look="quiet" onClick={clear}>
        {texts.bulk.clear}
      </Button>
      {asked === undefined ? null : (
        <Confirm
          title={texts.bulk[asked].title(actions[asked].items.length)}
          action={texts.bulk[asked].action}
          onConfirm={() => perform(asked)}
          onClose={() => {
            setAsked(undefined)
          }}
        >
          <p>{texts.bulk[asked].text}</p>
          {asked === "suppress" || actions[asked].items.length === selected.length ? null : (
            <p>{texts.bulk[asked].others(selected.length - actions[asked].items.length)}</p>
          )}
        </Confirm>
      )}
    </div>
  )
}
