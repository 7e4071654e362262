import type { CreatedWebhookEndpoint, WebhookEndpoint } from "@telemark/client"
import { useQuery, useQueryClient } from "@tanstack/preact-query"
import { useState } from "preact/hooks"
import {
  Button,
  Card,
  Empty,
  Loading,
  Page,
  Problem,
  SecretDialog,
  Table,
  Time
} from "../Parts/index.js"
import { Link, useLocation } from "../Routing/index.js"
import { useMay } from "../Session/index.js"
import { useTexts } from "../Texts/index.js"
import { EndpointDialog } from "./EndpointDialog.js"
import { HealthBadge } from "./Health.js"
import { useEndpoints } from "./endpointsOf.js"
import { useWebhookTexts } from "./useWebhookTexts.js"
import { VerifySnippets } from "./VerifySnippets.js"
import styles from "./webhooks.module.css"

/** The URLs that events are posted to. */
const WebhooksPage = () => {
  const texts = useWebhookTexts()
  const { api, kinds, page, path, scope } = useEndpoints()
  const shared = useTexts()
  const mayWrite = useMay()(scope)
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const [open, setOpen] = useState<"created" | CreatedWebhookEndpoint>()
  const endpoints = useQuery({
    queryKey: [page, "list"],
    queryFn: () => api.list()
  })
  const create = mayWrite ? (
    <Button
      look="primary"
      onClick={() => {
        setOpen("created")
      }}
    >
      {texts.create}
    </Button>
  ) : undefined
  const list = (rows: ReadonlyArray<WebhookEndpoint>) => (
    <Card flush>
      <Table
        label={texts.list}
        rows={rows}
        keyOf={({ id }) => id}
        columns={[
          {
            name: texts.url,
            cell: ({ id, url }) => (
              <Link to={`${path}/${String(id)}`}>
                <strong class={styles["url"]}>{url}</strong>
              </Link>
            )
          },
          { name: texts.health, cell: (endpoint) => <HealthBadge endpoint={endpoint} /> },
          {
            name: texts.events,
            cell: ({ events }) => (
              <span title={events.join(", ")}>{texts.eventCount(events.length, kinds.length)}</span>
            )
          },
          { name: texts.created, cell: ({ created_at }) => <Time at={created_at} /> }
        ]}
      />
    </Card>
  )
  return (
    <Page
      title={shared.pages[page]}
      description={texts.intros[page]}
      actions={endpoints.data?.data.length === 0 ? undefined : create}
    >
      {endpoints.isPending ? (
        <Loading />
      ) : endpoints.isError ? (
        <Problem error={endpoints.error} onRetry={() => void endpoints.refetch()} />
      ) : endpoints.data.data.length === 0 ? (
        <Card>
          <Empty title={texts.emptyTitle}>
            <p>{texts.empty}</p>
            {create}
          </Empty>
        </Card>
      ) : (
        list(endpoints.data.data)
      )}
      {open === "created" ? (
        <EndpointDialog
          endpoint={undefined}
          onClose={() => {
            setOpen(undefined)
          }}
          onDone={(created) => {
            setOpen(created)
            void queries.invalidateQueries({ queryKey: [page] })
          }}
        />
      ) : null}
      {open === undefined || open === "created" ? null : (
        <SecretDialog
          title={texts.secretTitle}
          what={texts.secret}
          secret={open.secret}
          onClose={() => {
            navigate(`${path}/${String(open.id)}`)
          }}
        >
          <h3>{texts.verifyTitle}</h3>
          <VerifySnippets />
        </SecretDialog>
      )}
    </Page>
  )
}

export default WebhooksPage
