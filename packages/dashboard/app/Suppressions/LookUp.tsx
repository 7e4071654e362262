import type { SuppressionCheck } from "@telemark/client"
import { useMutation } from "@tanstack/preact-query"
import { useState } from "preact/hooks"
import { client, problemsOf } from "../Client/index.js"
import { Button, Card, Notice, Problem, TextField, Time } from "../Parts/index.js"
import styles from "./suppressions.module.css"
import { useSuppressionTexts } from "./useSuppressionTexts.js"

const Answer = ({
  address,
  check
}: {
  readonly address: string
  readonly check: SuppressionCheck
}) => {
  const texts = useSuppressionTexts()
  const { reason, since, suppressed, topics } = check
  return (
    <Notice tone={suppressed ? "bad" : topics.length > 0 ? "warn" : "good"}>
      <strong>
        {suppressed
          ? texts.isSuppressed(address)
          : topics.length > 0
            ? texts.isPartly(address)
            : texts.isFree(address)}
      </strong>
      {suppressed ? (
        <span>
          {texts.reasons[reason] ?? reason} · <Time at={since} />
        </span>
      ) : null}
      {topics.length === 0 ? null : (
        <span>
          {texts.byTopic}: {topics.map(({ topic }) => topic).join(", ")}
        </span>
      )}
    </Notice>
  )
}

/** Says whether an address gets mail. */
export const LookUp = () => {
  const texts = useSuppressionTexts()
  const [address, setAddress] = useState("")
  const look = useMutation({ mutationFn: (wanted: string) => client.suppressions.check(wanted) })
  const problem = look.isError ? Object.values(problemsOf(look.error))[0] : undefined
  return (
    <Card title={texts.lookTitle}>
      <form
        class="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (address.trim() !== "") look.mutate(address.trim())
        }}
      >
        <div class={styles["look"]}>
          <TextField
            label={texts.address}
            hint={texts.lookHint}
            value={address}
            onValue={setAddress}
            problem={problem}
            inputMode="email"
            autoComplete="off"
            spellcheck={false}
          />
          <Button type="submit" disabled={look.isPending}>
            {texts.look}
          </Button>
        </div>
        {look.isError && problem === undefined ? <Problem isAction error={look.error} /> : null}
        {look.data === undefined ? null : <Answer address={look.variables} check={look.data} />}
      </form>
    </Card>
  )
}
