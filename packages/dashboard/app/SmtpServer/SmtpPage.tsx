import { NoSmtpConfig, type SmtpConfig } from "@telemark/client"
import { useMutation, useQuery, useQueryClient } from "@tanstack/preact-query"
import { useState } from "preact/hooks"
import { client } from "../Client/index.js"
import {
  Badge,
  Button,
  Card,
  Confirm,
  Empty,
  Loading,
  Notice,
  Page,
  Problem,
  Time,
  useToast
} from "../Parts/index.js"
import { useMay, useSession } from "../Session/index.js"
import { useTexts } from "../Texts/index.js"
import { presets } from "./presets.js"
import { SmtpForm } from "./SmtpForm.js"
import { useSmtpTexts } from "./useSmtpTexts.js"

/**
 * The saved server, or null if there is none. What waits says whether there is one: browsers write
 * a red line for each 404.
 */
const read = async (mayRead: boolean): Promise<SmtpConfig | null> => {
  if (mayRead && (await client.analytics.delivery("24h")).own_server === null) return null
  return client.smtpConfig.get().catch((error: unknown) => {
    if (error instanceof NoSmtpConfig) return null
    throw error
  })
}

const Facts = ({ config }: { readonly config: SmtpConfig }) => {
  const texts = useSmtpTexts()
  const shared = useTexts()
  const {
    ehlo_name,
    from_email,
    from_name,
    host,
    oauth2,
    port,
    provider,
    tls_required,
    updated_at,
    username
  } = config
  const name = presets[provider]?.name ?? provider
  const sender = [from_name, from_email].filter((part) => part !== undefined && part !== "")
  return (
    <dl class="facts">
      <dt>{texts.provider}</dt>
      <dd>{name === "" ? texts.custom : name}</dd>
      <dt>{texts.host}</dt>
      <dd>
        <code>
          {host}:{port}
        </code>
      </dd>
      <dt>{texts.username}</dt>
      <dd>{username}</dd>
      {oauth2 === undefined ? null : (
        <>
          <dt>{texts.tokenUrl}</dt>
          <dd>
            <code>{oauth2.token_url}</code>
          </dd>
          <dt>{texts.clientId}</dt>
          <dd>{oauth2.client_id}</dd>
        </>
      )}
      <dt>{oauth2 === undefined ? texts.password : texts.clientSecret}</dt>
      <dd class="muted">{texts.passwordStored}</dd>
      <dt>TLS</dt>
      <dd>{tls_required ? texts.tlsRequired : texts.tlsOptional}</dd>
      <dt>{texts.sender}</dt>
      <dd>{sender.length === 0 ? <span class="muted">{shared.none}</span> : sender.join(" · ")}</dd>
      {ehlo_name === undefined ? null : (
        <>
          <dt>{texts.ehlo}</dt>
          <dd>{ehlo_name}</dd>
        </>
      )}
      <dt>{texts.savedAt}</dt>
      <dd>
        <Time at={updated_at} />
      </dd>
    </dl>
  )
}

/** The tenant's own SMTP server. */
const SmtpPage = () => {
  const texts = useSmtpTexts()
  const shared = useTexts()
  const may = useMay()
  const { features } = useSession()
  const mayWrite = may("smtp:write")
  const toast = useToast()
  const queries = useQueryClient()
  const [open, setOpen] = useState<"edited" | "removed">()
  const close = (): void => {
    setOpen(undefined)
  }
  const config = useQuery({ queryKey: ["smtpConfig"], queryFn: () => read(may("email:read")) })
  const refresh = () => queries.invalidateQueries({ queryKey: ["smtpConfig"] })
  const test = useMutation({
    mutationFn: () => client.smtpConfig.verify(),
    onSettled: () => void refresh()
  })
  const setUp = mayWrite ? (
    <Button
      look="primary"
      onClick={() => {
        setOpen("edited")
      }}
    >
      {texts.setUp}
    </Button>
  ) : null
  const buttons = mayWrite ? (
    <div class="row">
      <Button
        small
        disabled={test.isPending}
        onClick={() => {
          test.mutate()
        }}
      >
        {test.isPending ? texts.testing : texts.test}
      </Button>
      <Button
        small
        onClick={() => {
          setOpen("edited")
        }}
      >
        {texts.change}
      </Button>
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
  ) : null
  return (
    <Page title={shared.pages.smtp} description={texts.intro}>
      {config.isPending ? (
        <Loading />
      ) : config.isError ? (
        <Problem error={config.error} onRetry={() => void config.refetch()} />
      ) : config.data === null ? (
        <Card>
          <Empty title={features.inbox ? texts.capturedTitle : texts.emptyTitle}>
            <p>{texts.empty}</p>
            {setUp}
          </Empty>
        </Card>
      ) : (
        <>
          {test.isError ? (
            <Problem isAction error={test.error} />
          ) : test.data === undefined ? null : test.data.success ? (
            <Notice tone="good">{texts.testOk}</Notice>
          ) : (
            <Notice tone="bad">
              <strong>{texts.testFailed}</strong>
              <span>{test.data.error}</span>
            </Notice>
          )}
          <Card
            title={texts.server}
            actions={
              <div class="row">
                {config.data.verified ? (
                  <Badge tone="good">{texts.working}</Badge>
                ) : (
                  <Badge tone="bad">{texts.failing}</Badge>
                )}
                {buttons}
              </div>
            }
          >
            <Facts config={config.data} />
          </Card>
        </>
      )}
      {open === "edited" ? (
        <SmtpForm
          config={config.data ?? undefined}
          onClose={close}
          onSaved={() => {
            test.reset()
            toast(texts.savedText)
            void refresh()
            close()
          }}
        />
      ) : null}
      {open === "removed" ? (
        <Confirm
          title={texts.removeTitle}
          action={shared.remove}
          onClose={close}
          onConfirm={async () => {
            await client.smtpConfig.remove()
            test.reset()
            toast(texts.wasRemoved)
            await refresh()
          }}
        >
          <p>{texts.removeText}</p>
        </Confirm>
      ) : null}
    </Page>
  )
}

export default SmtpPage
