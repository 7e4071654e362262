import { useQuery } from "@tanstack/preact-query"
import { useState } from "preact/hooks"
import { explain } from "../Client/index.js"
import { Button, Card, Empty, Loading, Problem, Table, Time, useToast } from "../Parts/index.js"
import { addPasskey, listPasskeys, removePasskey } from "../Session/index.js"
import { useTexts } from "../Texts/index.js"
import { useMemberTexts } from "./useMemberTexts.js"

/** One's own passkeys. */
export const Passkeys = () => {
  const texts = useMemberTexts()
  const shared = useTexts()
  const toast = useToast()
  const [isBusy, setBusy] = useState(false)
  const passkeys = useQuery({ queryKey: ["passkeys"], queryFn: listPasskeys })
  const change = async (what: () => Promise<void>, done: string): Promise<void> => {
    setBusy(true)
    try {
      await what()
      toast(done)
    } catch (error) {
      // Whoever changes their mind knows.
      if (!(error instanceof DOMException && error.name === "NotAllowedError"))
        toast(explain(error))
    }
    setBusy(false)
    await passkeys.refetch()
  }
  const add = (
    <Button disabled={isBusy} onClick={() => void change(addPasskey, texts.passkeyAdded)}>
      {texts.addPasskey}
    </Button>
  )
  if (passkeys.isPending) return <Loading />
  if (passkeys.isError)
    return <Problem error={passkeys.error} onRetry={() => void passkeys.refetch()} />
  const { data } = passkeys.data
  return (
    <Card flush title={texts.passkeys} actions={add}>
      {data.length === 0 ? (
        <Empty title={texts.noPasskeys}>
          <p>{texts.passkeysHint}</p>
        </Empty>
      ) : (
        <Table
          label={texts.passkeys}
          rows={data}
          keyOf={({ id }) => id}
          columns={[
            {
              name: texts.browser,
              cell: ({ browser }) => (browser === "other" ? texts.otherBrowser : browser)
            },
            { name: texts.seen, cell: ({ last_used_at }) => <Time at={last_used_at} relative /> },
            { name: texts.added, cell: ({ created_at }) => <Time at={created_at} /> },
            {
              name: shared.actions,
              isUnnamed: true,
              cell: ({ id }) => (
                <div class="row-actions">
                  <Button
                    small
                    look="quiet"
                    disabled={isBusy}
                    aria-label={texts.removePasskey}
                    onClick={() => void change(() => removePasskey(id), texts.passkeyRemoved)}
                  >
                    {shared.remove}
                  </Button>
                </div>
              )
            }
          ]}
        />
      )}
    </Card>
  )
}
