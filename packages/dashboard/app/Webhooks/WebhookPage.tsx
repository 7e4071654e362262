import type { RotatedWebhookSecret, WebhookEndpoint } from "@telemark/client"
import { useQuery, useQueryClient } from "@tanstack/preact-query"
import { useState } from "preact/hooks"
import {
  Button,
  Card,
  Confirm,
  Loading,
  Page,
  Problem,
  SecretDialog,
  Time,
  useToast
} from "../Parts/index.js"
import { useLocation, useParams } from "../Routing/index.js"
import { useMay } from "../Session/index.js"
import { useFormats, useTexts } from "../Texts/index.js"
import { Deliveries } from "./Deliveries.js"
import { EndpointDialog } from "./EndpointDialog.js"
import { HealthBadge, HealthNotice } from "./Health.js"
import { ReplayDialog } from "./ReplayDialog.js"
import { TestDialog } from "./TestDialog.js"
import { useEndpoints } from "./endpointsOf.js"
import { useWebhookTexts } from "./useWebhookTexts.js"
import { VerifySnippets } from "./VerifySnippets.js"
import styles from "./webhooks.module.css"

type Open =
  | "edited"
  | "tested"
  | "replayed"
  | "rotated"
  | "deactivated"
  | "removed"
  | RotatedWebhookSecret

const Content = ({ endpoint }: { readonly endpoint: WebhookEndpoint }) => {
  const texts = useWebhookTexts()
  const { api, page, path, scope } = useEndpoints()
  const shared = useTexts()
  const formats = useFormats()
  const mayWrite = useMay()(scope)
  const toast = useToast()
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const [open, setOpen] = useState<Open>()
  const [problem, setProblem] = useState<unknown>()
  const close = (): void => {
    setOpen(undefined)
  }
  const refresh = () => queries.invalidateQueries({ queryKey: [page] })
  const { id } = endpoint
  const setActive = async (active: boolean): Promise<void> => {
    await api.update(id, { active })
    toast(active ? texts.wasActivated : texts.wasDeactivated)
    await refresh()
  }
  const actions = mayWrite ? (
    <>
      <Button
        look="primary"
        onClick={() => {
          setOpen("tested")
        }}
      >
        {texts.test}
      </Button>
      {endpoint.active ? (
        <Button
          onClick={() => {
            setOpen("replayed")
          }}
        >
          {texts.replay}
        </Button>
      ) : (
        <Button
          onClick={() => {
            setActive(true).catch(setProblem)
          }}
        >
          {texts.activate}
        </Button>
      )}
    </>
  ) : undefined
  const more = mayWrite ? (
    <div class="row">
      <Button
        small
        onClick={() => {
          setOpen("edited")
        }}
      >
        {shared.edit}
      </Button>
      <Button
        small
        onClick={() => {
          setOpen("rotated")
        }}
      >
        {texts.rotate}
      </Button>
      {endpoint.active ? (
        <Button
          small
          onClick={() => {
            setOpen("deactivated")
          }}
        >
          {texts.deactivate}
        </Button>
      ) : null}
      <Button
        small
        look="quiet"
        onClick={() => {
          setOpen("removed")
        }}
      >
        {shared.remove}
      </Button>
    </div>
  ) : undefined
  return (
    <Page title={endpoint.url} description={<HealthBadge endpoint={endpoint} />} actions={actions}>
      {problem === undefined ? null : <Problem isAction error={problem} />}
      <HealthNotice endpoint={endpoint} />
      <Card title={texts.endpoint} actions={more}>
        <dl class="facts">
          <dt>{texts.url}</dt>
          <dd class={styles["url"]}>{endpoint.url}</dd>
          <dt>{texts.events}</dt>
          <dd>
            <span class="row">
              {endpoint.events.map((type) => (
                <code key={type}>{type}</code>
              ))}
            </span>
          </dd>
          <dt>{texts.created}</dt>
          <dd>
            <Time at={endpoint.created_at} />
          </dd>
        </dl>
      </Card>
      <Deliveries endpoint={endpoint} />
      <Card title={texts.verifyTitle}>
        <VerifySnippets />
      </Card>
      {open === "edited" ? (
        <EndpointDialog
          endpoint={endpoint}
          onClose={close}
          onDone={() => {
            toast(shared.saved)
            void refresh()
            close()
          }}
        />
      ) : null}
      {open === "tested" ? (
        <TestDialog endpoint={endpoint} onClose={close} onTested={() => void refresh()} />
      ) : null}
      {open === "replayed" ? (
        <ReplayDialog
          endpoint={endpoint}
          onClose={close}
          onReplayed={(events) => {
            toast(texts.replayed(events))
            void refresh()
            close()
          }}
        />
      ) : null}
      {open === "rotated" ? (
        // The next secret is shown in its place, so it doesn't close by itself.
        <Confirm
          title={texts.rotateTitle}
          action={texts.rotateAction}
          onClose={() => {
            setOpen((now) => (now === "rotated" ? undefined : now))
          }}
          onConfirm={async () => {
            setOpen(await api.rotateSecret(id))
          }}
        >
          <p>{texts.rotateText}</p>
        </Confirm>
      ) : null}
      {typeof open === "object" ? (
        <SecretDialog
          title={texts.nextSecretTitle}
          what={texts.secret}
          secret={open.secret}
          onClose={close}
        >
          <p>{texts.nextSecretText(formats.instant(open.former_secret_until))}</p>
        </SecretDialog>
      ) : null}
      {open === "deactivated" ? (
        <Confirm
          title={texts.deactivateTitle}
          action={texts.deactivate}
          onClose={close}
          onConfirm={() => setActive(false)}
        >
          <p>{texts.deactivateText}</p>
        </Confirm>
      ) : null}
      {open === "removed" ? (
        <Confirm
          title={texts.removeTitle}
          action={shared.remove}
          onClose={close}
          onConfirm={async () => {
            await api.remove(id)
            toast(texts.wasRemoved)
            navigate(path)
            await queries.invalidateQueries({ queryKey: [page, "list"] })
          }}
        >
          <p>{texts.removeText}</p>
        </Confirm>
      ) : null}
    </Page>
  )
}

/** An endpoint: its health, what was posted to it, and what it answered. */
const WebhookPage = () => {
  const { api, page } = useEndpoints()
  const shared = useTexts()
  const { id } = useParams<{ id: string }>()
  const endpoint = useQuery({
    queryKey: [page, "get", id],
    queryFn: () => api.get(Number(id))
  })
  if (endpoint.isPending)
    return (
      <Page title={shared.pages[page]}>
        <Loading />
      </Page>
    )
  if (endpoint.isError)
    return (
      <Page title={shared.pages[page]}>
        <Problem error={endpoint.error} onRetry={() => void endpoint.refetch()} />
      </Page>
    )
  return <Content endpoint={endpoint.data} />
}

export default WebhookPage
