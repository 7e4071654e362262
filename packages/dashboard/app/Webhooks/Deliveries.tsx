import type { WebhookAttempt, WebhookEndpoint } from "@telemark/client"
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/preact-query"
import { useState } from "preact/hooks"
import {
  Badge,
  Button,
  Card,
  Empty,
  Loading,
  Pager,
  Problem,
  Select,
  Table,
  Time,
  useToast
} from "../Parts/index.js"
import { useParameters } from "../Routing/index.js"
import { useMay } from "../Session/index.js"
import { useFormats, useTexts } from "../Texts/index.js"
import { AttemptBadge, DeliveryDialog } from "./DeliveryDialog.js"
import { useEndpoints } from "./endpointsOf.js"
import { useWebhookTexts } from "./useWebhookTexts.js"
import styles from "./webhooks.module.css"

const perPage = 25

type Outcome = "accepted" | "refused"

const readOutcome = (text: string | null): Outcome | undefined =>
  text === "accepted" || text === "refused" ? text : undefined

/** The attempts at an endpoint, newest first. */
export const Deliveries = ({ endpoint }: { readonly endpoint: WebhookEndpoint }) => {
  const texts = useWebhookTexts()
  const { api, page, scope } = useEndpoints()
  const shared = useTexts()
  const formats = useFormats()
  const mayWrite = useMay()(scope)
  const toast = useToast()
  const queries = useQueryClient()
  const { change, parameters } = useParameters()
  const [open, setOpen] = useState<WebhookAttempt>()
  const outcome = readOutcome(parameters.get("outcome"))
  const offset = Math.max(0, Number(parameters.get("offset") ?? 0) || 0)
  const attempts = useQuery({
    queryKey: [page, "deliveries", endpoint.id, outcome ?? "", offset],
    queryFn: () =>
      api.deliveries(endpoint.id, {
        limit: perPage,
        offset,
        ...(outcome === undefined ? {} : { outcome })
      }),
    placeholderData: keepPreviousData,
    // What is replayed is attempted within seconds, and stands on the first page.
    refetchInterval: offset === 0 ? 2_000 : false
  })
  if (attempts.isPending) return <Loading />
  if (attempts.isError)
    return <Problem error={attempts.error} onRetry={() => void attempts.refetch()} />
  const { data } = attempts.data
  const table = (
    <Table
      label={texts.deliveries}
      rows={data}
      keyOf={({ id }) => id}
      columns={[
        { name: texts.time, cell: ({ created_at }) => <Time at={created_at} /> },
        {
          name: texts.event,
          cell: ({ attempt, type }) => (
            <span class="row">
              <code>{type}</code>
              {attempt === 0 ? <Badge>{texts.isTest}</Badge> : null}
            </span>
          )
        },
        {
          name: texts.result,
          cell: (attempt) => (
            <div class={styles["result"]}>
              <AttemptBadge attempt={attempt} />
              {attempt.error === null ? null : <span class={styles["why"]}>{attempt.error}</span>}
            </div>
          )
        },
        {
          name: texts.answer,
          cell: ({ status_code }) => status_code ?? <span class="muted">{texts.noAnswer}</span>
        },
        {
          name: texts.duration,
          numeric: true,
          cell: ({ duration_ms }) => formats.duration(duration_ms)
        },
        {
          name: shared.actions,
          isUnnamed: true,
          cell: (attempt) => (
            <div class="row-actions">
              <Button
                small
                aria-label={`${texts.show}: ${attempt.type}`}
                onClick={() => {
                  setOpen(attempt)
                }}
              >
                {texts.show}
              </Button>
            </div>
          )
        }
      ]}
    />
  )
  return (
    <Card flush title={texts.deliveries}>
      <div class={styles["filters"]}>
        <Select
          label={texts.outcome}
          value={outcome ?? ""}
          onValue={(next) => {
            change({ outcome: next, offset: "" }, true)
          }}
          options={[
            ["", texts.outcomes.all],
            ["accepted", texts.outcomes.accepted],
            ["refused", texts.outcomes.refused]
          ]}
        />
      </div>
      {data.length > 0 ? (
        table
      ) : outcome === undefined && offset === 0 ? (
        <Empty title={texts.deliveriesEmptyTitle}>
          <p>{texts.deliveriesEmpty}</p>
        </Empty>
      ) : (
        <Empty title={texts.deliveriesNone} />
      )}
      <Pager
        onFirst={
          offset === 0
            ? undefined
            : () => {
                change({ offset: "" }, true)
              }
        }
        onPrevious={
          offset === 0
            ? undefined
            : () => {
                change({ offset: offset <= perPage ? "" : String(offset - perPage) }, true)
              }
        }
        onNext={
          data.length < perPage
            ? undefined
            : () => {
                change({ offset: String(offset + perPage) }, true)
              }
        }
      />
      {open === undefined ? null : (
        <DeliveryDialog
          attempt={open}
          endpointId={endpoint.id}
          isLast={
            outcome === undefined &&
            offset === 0 &&
            data.find(({ event_id }) => event_id === open.event_id)?.id === open.id
          }
          mayReplay={mayWrite && endpoint.active}
          onClose={() => {
            setOpen(undefined)
          }}
          onReplayed={(events) => {
            toast(texts.replayed(events))
            setOpen(undefined)
            void queries.invalidateQueries({ queryKey: [page] })
          }}
        />
      )}
    </Card>
  )
}
