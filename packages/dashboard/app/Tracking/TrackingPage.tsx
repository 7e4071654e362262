import type { TrackingSettings } from "@telemark/client"
import { useQuery, useQueryClient } from "@tanstack/preact-query"
import { useState } from "preact/hooks"
import { client } from "../Client/index.js"
import {
  Badge,
  Button,
  Card,
  Check,
  Form,
  Loading,
  Notice,
  Page,
  Problem,
  useForm,
  useToast
} from "../Parts/index.js"
import { useMay } from "../Session/index.js"
import { textsOf, useTexts } from "../Texts/index.js"
import { de } from "./texts.de.js"
import { en } from "./texts.en.js"
import styles from "./tracking.module.css"

const useTrackingTexts = textsOf({ en, de })

const Settings = ({ settings }: { readonly settings: TrackingSettings }) => {
  const texts = useTrackingTexts()
  const shared = useTexts()
  const mayWrite = useMay()("tracking:write")
  const toast = useToast()
  const queries = useQueryClient()
  const [opens, setOpens] = useState(settings.opens)
  const [clicks, setClicks] = useState(settings.clicks)
  const form = useForm({
    fields: [],
    send: () => client.tracking.update({ opens, clicks }),
    onDone: (saved) => {
      queries.setQueryData(["tracking"], saved)
      toast(texts.wasSaved)
    }
  })
  const isChanged = opens !== settings.opens || clicks !== settings.clicks
  return (
    <Form form={form}>
      <Check
        label={texts.opens}
        hint={texts.opensHint}
        checked={opens}
        disabled={!mayWrite}
        onChecked={setOpens}
      />
      <Check
        label={texts.clicks}
        hint={texts.clicksHint}
        checked={clicks}
        disabled={!mayWrite}
        onChecked={setClicks}
      />
      {mayWrite ? (
        <div>
          <Button type="submit" look="primary" disabled={!isChanged || form.isBusy}>
            {shared.save}
          </Button>
        </div>
      ) : null}
    </Form>
  )
}

/** What is tracked of the tenant's mail. */
const TrackingPage = () => {
  const texts = useTrackingTexts()
  const shared = useTexts()
  const tracking = useQuery({ queryKey: ["tracking"], queryFn: () => client.tracking.get() })
  return (
    <Page title={shared.pages.tracking} description={texts.intro}>
      {tracking.isPending ? (
        <Loading />
      ) : tracking.isError ? (
        <Problem error={tracking.error} onRetry={() => void tracking.refetch()} />
      ) : (
        <>
          {tracking.data.available ? null : (
            <Notice tone="warn">
              <strong>{texts.unavailableTitle}</strong>
              <span>{texts.unavailable}</span>
            </Notice>
          )}
          <Card
            title={texts.what}
            actions={
              <Badge tone={tracking.data.opens || tracking.data.clicks ? "info" : "neutral"}>
                {[
                  ...(tracking.data.opens ? [texts.opens] : []),
                  ...(tracking.data.clicks ? [texts.clicks] : [])
                ].join(", ") || shared.none}
              </Badge>
            }
          >
            <Settings settings={tracking.data} />
          </Card>
          <Card title={texts.privacyTitle}>
            <ul class={styles["notes"]}>
              {texts.privacy.map((note) => (
                <li key={note}>{note}</li>
              ))}
            </ul>
          </Card>
        </>
      )}
    </Page>
  )
}

export default TrackingPage
