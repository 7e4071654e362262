import type { EmailSummary } from "@telemark/client"
import { emailHead, emailLine } from "@telemark/contract"
import { useQueryClient } from "@tanstack/preact-query"
import { useState } from "preact/hooks"
import { client, explain, saveFile } from "../Client/index.js"
import { Button, Confirm, useToast } from "../Parts/index.js"
import { useMay } from "../Session/index.js"
import { useTexts } from "../Texts/index.js"
import { forEach } from "./forEach.js"
import styles from "./messages.module.css"
import { isUnderWay, isWaiting } from "./progress.js"
import { useMessageTexts } from "./useMessageTexts.js"
import type { Selection } from "./useSelection.js"

type Asked = "resend" | "cancel" | "suppress"

interface BulkActionsProps {
  readonly selection: Selection<EmailSummary>
  readonly onAll: (() => void) | undefined
}

const resend = async ({ id }: EmailSummary): Promise<boolean> =>
  (await client.emails.resend(id)).queued.length > 0

const eachOf = <Item,>(
  scope: string,
  items: ReadonlyArray<Item>,
  work: (item: Item) => Promise<unknown>
) => ({ scope, count: items.length, perform: () => forEach(items, work) })

/** What can be done with the selected messages, each after asking. */
export const BulkActions = ({ onAll, selection: { clear, selected } }: BulkActionsProps) => {
  const texts = useMessageTexts()
  const { exportCsv } = useTexts()
  const may = useMay()
  const toast = useToast()
  const queries = useQueryClient()
  const [asked, setAsked] = useState<Asked>()

  const recipients = [...new Set(selected.map(({ recipient_email }) => recipient_email))]
  const actions = {
    resend: eachOf(
      "email:send",
      selected.filter(({ status }) => !isUnderWay(status)),
      resend
    ),
    cancel: eachOf(
      "email:send",
      selected.filter(({ status }) => isWaiting(status)),
      ({ id }) => client.emails.cancel(id)
    ),
    suppress: eachOf("suppression:write", recipients, (address) =>
      client.suppressions.add({ email_address: address })
    )
  }

  const perform = async (name: Asked): Promise<void> => {
    const { done, failures } = await actions[name].perform()
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
            disabled={actions[name].count === 0}
            onClick={() => {
              setAsked(name)
            }}
          >
            {texts.bulk[name].action}
          </Button>
        ))}
      <Button
        small
        onClick={() => {
          saveFile("emails.csv", emailHead + selected.map(emailLine).join(""))
        }}
      >
        {exportCsv}
      </Button>
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
          title={texts.bulk[asked].title(actions[asked].count)}
          action={texts.bulk[asked].action}
          dismiss={asked === "cancel" ? texts.keep : undefined}
          onConfirm={() => perform(asked)}
          onClose={() => {
            setAsked(undefined)
          }}
        >
          <p>{texts.bulk[asked].text}</p>
          {asked === "suppress" || actions[asked].count === selected.length ? null : (
            <p>{texts.bulk[asked].others(selected.length - actions[asked].count)}</p>
          )}
        </Confirm>
      )}
    </div>
  )
}
