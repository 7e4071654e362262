import type { CreatedFeedbackSource, FeedbackSource } from "@telemark/client"
import { useQuery, useQueryClient } from "@tanstack/preact-query"
import { useState } from "preact/hooks"
import { client } from "../Client/index.js"
import {
  Badge,
  Button,
  Card,
  Confirm,
  Empty,
  Loading,
  Problem,
  Table,
  Time,
  useToast
} from "../Parts/index.js"
import { useMay } from "../Session/index.js"
import { useTexts } from "../Texts/index.js"
import { credentialOf, providers } from "./providers.js"
import styles from "./feedbackSources.module.css"
import { CreatedSourceDialog, CreateSourceDialog, CredentialDialog } from "./SourceDialogs.js"
import { useSourceTexts } from "./useSourceTexts.js"

type Open =
  | { readonly is: "created" }
  | { readonly is: "shown"; readonly source: CreatedFeedbackSource }
  | { readonly is: "changed" | "removed"; readonly source: FeedbackSource }

const Credential = ({ source }: { readonly source: FeedbackSource }) => {
  const texts = useSourceTexts()
  if (source.needs_credential) return <Badge tone="warn">{texts.credentialNeeded}</Badge>
  return source.has_credential ? (
    <Badge tone="good">{texts.credentialStored}</Badge>
  ) : (
    <span class="muted">{texts.credentialNone}</span>
  )
}

/** The addresses that providers report to, and how their calls fare. */
export const Sources = () => {
  const texts = useSourceTexts()
  const shared = useTexts()
  const mayWrite = useMay()("feedback:write")
  const toast = useToast()
  const queries = useQueryClient()
  const [open, setOpen] = useState<Open>()
  const close = (): void => {
    setOpen(undefined)
  }
  const sources = useQuery({
    queryKey: ["feedbackSources", "list"],
    queryFn: () => client.feedbackSources.list(),
    refetchInterval: 30_000
  })
  const refresh = () => queries.invalidateQueries({ queryKey: ["feedbackSources"] })
  const create = mayWrite ? (
    <Button
      look="primary"
      onClick={() => {
        setOpen({ is: "created" })
      }}
    >
      {texts.create}
    </Button>
  ) : null

  const list = (rows: ReadonlyArray<FeedbackSource>) => (
    <Table
      label={texts.sources}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { name: texts.provider, cell: ({ provider }) => <strong>{providers[provider]}</strong> },
        { name: texts.credential, cell: (source) => <Credential source={source} /> },
        {
          name: texts.lastCall,
          cell: ({ last_called_at }) =>
            last_called_at === null ? (
              <span class="muted">{texts.waiting}</span>
            ) : (
              <Time at={last_called_at} relative />
            )
        },
        {
          name: texts.lastRefused,
          cell: ({ last_refused_at, last_refused_message }) =>
            last_refused_at === null ? (
              <span class="muted">{shared.never}</span>
            ) : (
              <div class={styles["refusal"]}>
                <Time at={last_refused_at} relative />
                <span class={styles["bad"]}>{last_refused_message}</span>
              </div>
            )
        },
        { name: texts.created, cell: ({ created_at }) => <Time at={created_at} /> },
        ...(mayWrite
          ? [
              {
                name: shared.actions,
                isUnnamed: true,
                cell: (source: FeedbackSource) => (
                  <div class="row-actions">
                    {credentialOf[source.provider] === "none" ? null : (
                      <Button
                        small
                        aria-label={`${texts.change}: ${providers[source.provider]}`}
                        onClick={() => {
                          setOpen({ is: "changed", source })
                        }}
                      >
                        {texts.change}
                      </Button>
                    )}
                    <Button
                      small
                      look="quiet"
                      aria-label={`${shared.remove}: ${providers[source.provider]}`}
                      onClick={() => {
                        setOpen({ is: "removed", source })
                      }}
                    >
                      {shared.remove}
                    </Button>
                  </div>
                )
              }
            ]
          : [])
      ]}
    />
  )
  return (
    <>
      {sources.isPending ? (
        <Loading />
      ) : sources.isError ? (
        <Problem error={sources.error} onRetry={() => void sources.refetch()} />
      ) : sources.data.data.length === 0 ? (
        <Card>
          <Empty title={texts.emptyTitle}>
            <p>{texts.empty}</p>
            {create}
          </Empty>
        </Card>
      ) : (
        <Card flush title={texts.sources} actions={create}>
          {list(sources.data.data)}
        </Card>
      )}
      {open?.is === "created" ? (
        <CreateSourceDialog
          onClose={close}
          onCreated={(source) => {
            setOpen({ is: "shown", source })
            void refresh()
          }}
        />
      ) : null}
      {open?.is === "shown" ? <CreatedSourceDialog source={open.source} onClose={close} /> : null}
      {open?.is === "changed" ? (
        <CredentialDialog
          source={open.source}
          onClose={close}
          onSaved={() => {
            toast(shared.saved)
            void refresh()
            close()
          }}
        />
      ) : null}
      {open?.is === "removed" ? (
        <Confirm
          title={texts.removeTitle(providers[open.source.provider])}
          action={shared.remove}
          onClose={close}
          onConfirm={async () => {
            await client.feedbackSources.remove(open.source.id)
            toast(texts.wasRemoved)
            await refresh()
          }}
        >
          <p>{texts.removeText}</p>
        </Confirm>
      ) : null}
    </>
  )
}
