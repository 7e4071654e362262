import { NotFound, type Tenant, type TenantDetails } from "@telemark/client"
import { useQuery, useQueryClient } from "@tanstack/preact-query"
import { useState } from "preact/hooks"
import { actFor, actingFor, client } from "../Client/index.js"
import {
  Badge,
  Button,
  Card,
  Empty,
  Loading,
  Page,
  Problem,
  Time,
  useToast
} from "../Parts/index.js"
import { Link, useParams } from "../Routing/index.js"
import { useMay, useSession } from "../Session/index.js"
import { EventsOf } from "./Events.js"
import { PauseDialog, ResumeDialog } from "./PauseDialogs.js"
import { RemoveTenant } from "./RemoveTenant.js"
import { Reputation } from "./Reputation.js"
import { Settings } from "./Settings.js"
import { PauseNotice } from "./State.js"
import styles from "./tenants.module.css"
import { useTenantTexts } from "./useTenantTexts.js"

const Content = ({ tenant }: { readonly tenant: TenantDetails }) => {
  const texts = useTenantTexts()
  const toast = useToast()
  const queries = useQueryClient()
  const { tenant: own } = useSession()
  const mayManage = useMay()("tenant:manage")
  const [open, setOpen] = useState<"paused" | "resumed" | "removed">()
  const close = (): void => {
    setOpen(undefined)
  }
  const { name, paused } = tenant
  const isCurrent = name === (actingFor() ?? own)
  const take = ({ paused }: Tenant): void => {
    toast(paused === null ? texts.wasResumed(name) : texts.wasPaused(name))
    close()
    void queries.invalidateQueries({ queryKey: ["tenants"] })
  }
  const actions = (
    <>
      {isCurrent ? null : (
        <Button
          look="primary"
          onClick={() => {
            actFor(name === own ? undefined : name)
          }}
        >
          {texts.act}
        </Button>
      )}
      {!mayManage ? null : paused === null ? (
        <Button
          onClick={() => {
            setOpen("paused")
          }}
        >
          {texts.pause}
        </Button>
      ) : (
        <Button
          onClick={() => {
            setOpen("resumed")
          }}
        >
          {texts.resume}
        </Button>
      )}
      {mayManage ? (
        <Button
          look="danger"
          onClick={() => {
            setOpen("removed")
          }}
        >
          {texts.remove}
        </Button>
      ) : null}
    </>
  )
  const badges = (
    <span class="row">
      {paused === null ? (
        <Badge tone="good">{texts.active}</Badge>
      ) : (
        <Badge tone="bad">{texts.paused}</Badge>
      )}
      {isCurrent ? <Badge tone="info">{name === own ? texts.own : texts.actingNow}</Badge> : null}
    </span>
  )
  return (
    <Page title={name} description={badges} actions={actions}>
      <PauseNotice tenant={tenant} />
      <div class={styles["grid"]}>
        <div class="stack">
          <Reputation reputation={tenant.reputation} />
          <EventsOf tenant={name} />
        </div>
        <div class="stack">
          {mayManage ? <Settings tenant={tenant} /> : null}
          <Card title={texts.facts}>
            <dl class="facts">
              <dt>{texts.id}</dt>
              <dd>
                <code>{tenant.id}</code>
              </dd>
              <dt>{texts.created}</dt>
              <dd>
                <Time isDay at={tenant.created_at} />
              </dd>
            </dl>
          </Card>
        </div>
      </div>
      {open === "paused" ? <PauseDialog tenant={tenant} onClose={close} onDone={take} /> : null}
      {open === "resumed" ? <ResumeDialog tenant={tenant} onClose={close} onDone={take} /> : null}
      {open === "removed" ? <RemoveTenant tenant={tenant} onClose={close} /> : null}
    </Page>
  )
}

/** A tenant: how its mail is taken, what happened to it, what it may do. */
const TenantPage = () => {
  const texts = useTenantTexts()
  const name = decodeURIComponent(useParams<{ name: string }>().name)
  const found = useQuery({
    queryKey: ["tenants", "get", name],
    queryFn: () => client.tenants.get(name)
  })
  if (found.isPending)
    return (
      <Page title={name}>
        <Loading />
      </Page>
    )
  if (found.error instanceof NotFound)
    return (
      <Page title={name}>
        <Card>
          <Empty title={texts.gone(name)}>
            <Link to="/tenants">{texts.toList}</Link>
          </Empty>
        </Card>
      </Page>
    )
  if (found.isError)
    return (
      <Page title={name}>
        <Problem error={found.error} onRetry={() => void found.refetch()} />
      </Page>
    )
  return <Content key={found.data.id} tenant={found.data} />
}

export default TenantPage
