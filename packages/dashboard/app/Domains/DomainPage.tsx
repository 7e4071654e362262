import type { Domain } from "@telemark/client"
import { useQuery, useQueryClient } from "@tanstack/preact-query"
import { useState } from "preact/hooks"
import { client } from "../Client/index.js"
import {
  Badge,
  Button,
  Card,
  Confirm,
  Loading,
  Notice,
  Page,
  Problem,
  Table,
  Time,
  useToast
} from "../Parts/index.js"
import { useLocation, useParams } from "../Routing/index.js"
import { useMay } from "../Session/index.js"
import { useTexts } from "../Texts/index.js"
import { checksOf, isComplete } from "./checks.js"
import { CheckBar } from "./CheckBar.js"
import styles from "./domains.module.css"
import { Records } from "./Records.js"
import { Steps } from "./Steps.js"
import { useDomainTexts } from "./useDomainTexts.js"

const Verdict = ({
  domain,
  isAllFound
}: {
  readonly domain: Domain
  readonly isAllFound: boolean
}) => {
  const texts = useDomainTexts()
  return domain.ready_to_send ? (
    <Notice tone="good">
      <strong>{texts.readyTitle}</strong>
      <span>{isAllFound ? texts.readyText : texts.readyMore}</span>
    </Notice>
  ) : (
    <Notice tone="warn">
      <strong>{texts.waitingTitle}</strong>
      <span>{texts.waitingText}</span>
    </Notice>
  )
}

const Retired = ({ domain }: { readonly domain: Domain }) => {
  const texts = useDomainTexts()
  const keys = domain.verification?.dkim_retired ?? []
  return keys.length === 0 ? null : (
    <Card flush title={texts.retiredTitle}>
      <div class="card-body">
        <p class="muted">{texts.retiredIntro}</p>
      </div>
      <Table
        label={texts.retiredTitle}
        rows={keys}
        keyOf={({ selector }) => selector}
        columns={[
          { name: texts.host, cell: ({ host }) => <code>{host}</code> },
          {
            name: texts.removeAfter,
            cell: ({ remove_after }) => <Time at={remove_after} relative />
          }
        ]}
      />
    </Card>
  )
}

const Content = ({ domain }: { readonly domain: Domain }) => {
  const texts = useDomainTexts()
  const shared = useTexts()
  const mayWrite = useMay()("domain:write")
  const toast = useToast()
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const [open, setOpen] = useState<"rotated" | "removed">()
  const checks = checksOf(domain)
  const isAllFound = isComplete(checks)
  const warnings = domain.verification?.warnings ?? []
  const refresh = () => queries.invalidateQueries({ queryKey: ["domains"] })
  const actions = mayWrite ? (
    <>
      <Button
        onClick={() => {
          setOpen("rotated")
        }}
      >
        {texts.rotate}
      </Button>
      <Button
        look="danger"
        onClick={() => {
          setOpen("removed")
        }}
      >
        {texts.remove}
      </Button>
    </>
  ) : undefined
  return (
    <Page
      title={domain.domain}
      description={
        domain.ready_to_send ? (
          <Badge tone="good">{texts.ready}</Badge>
        ) : (
          <Badge tone="warn">{texts.waiting}</Badge>
        )
      }
      actions={actions}
    >
      {domain.ready_to_send ? null : <Steps at="records" />}
      <Verdict domain={domain} isAllFound={isAllFound} />
      {warnings.length === 0 ? null : (
        <Notice tone="info">
          <strong>{texts.warnings}</strong>
          <ul class={styles["warnings"]}>
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Notice>
      )}
      <Card
        flush
        title={texts.recordsTitle}
        actions={<CheckBar domain={domain} isAllFound={isAllFound} />}
      >
        <Records domain={domain.domain} checks={checks} />
      </Card>
      <Retired domain={domain} />
      <Card title={texts.facts}>
        <dl class="facts">
          <dt>{texts.selector}</dt>
          <dd>
            <code>{domain.dkim_selector}</code>
          </dd>
          <dt>{texts.added}</dt>
          <dd>
            <Time at={domain.created_at} />
          </dd>
          <dt>{texts.verifiedAt}</dt>
          <dd>
            <Time at={domain.verified_at} />
          </dd>
        </dl>
      </Card>
      {open === "rotated" ? (
        <Confirm
          title={texts.rotateTitle}
          action={texts.rotateAction}
          onClose={() => {
            setOpen(undefined)
          }}
          onConfirm={async () => {
            await client.domains.rotateDkim(domain.domain)
            toast(texts.rotated)
            await refresh()
          }}
        >
          <div class={styles["notes"]}>
            {texts.rotateText.map((text) => (
              <p key={text}>{text}</p>
            ))}
          </div>
        </Confirm>
      ) : null}
      {open === "removed" ? (
        <Confirm
          title={texts.removeTitle(domain.domain)}
          action={shared.remove}
          typed={domain.domain}
          onClose={() => {
            setOpen(undefined)
          }}
          onConfirm={async () => {
            await client.domains.remove(domain.domain)
            toast(texts.wasRemoved(domain.domain))
            navigate("/domains")
            await refresh()
          }}
        >
          <p>{texts.removeText}</p>
        </Confirm>
      ) : null}
    </Page>
  )
}

/** A domain: its records, what DNS has of them, and what to do. */
const DomainPage = () => {
  const { domain } = useParams<{ domain: string }>()
  const name = decodeURIComponent(domain)
  const found = useQuery({
    queryKey: ["domains", "get", name],
    queryFn: () => client.domains.get(name)
  })
  if (found.isPending)
    return (
      <Page title={name}>
        <Loading />
      </Page>
    )
  if (found.isError)
    return (
      <Page title={name}>
        <Problem error={found.error} onRetry={() => void found.refetch()} />
      </Page>
    )
  return <Content domain={found.data} />
}

export default DomainPage
