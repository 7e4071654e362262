import type { Tenant } from "@telemark/client"
import { keepPreviousData, useQuery } from "@tanstack/preact-query"
import { useState } from "preact/hooks"
import { actFor, actingFor, client, given } from "../Client/index.js"
import { Badge, Button, Page, PagedList, SearchField, Table, Time } from "../Parts/index.js"
import { Link, useParameters } from "../Routing/index.js"
import { useMay, useSession } from "../Session/index.js"
import { useFormats, useTexts } from "../Texts/index.js"
import { CreateTenantDialog } from "./CreateTenantDialog.js"
import { RecentEvents } from "./Events.js"
import { StateBadge } from "./State.js"
import styles from "./tenants.module.css"
import { useTenantTexts } from "./useTenantTexts.js"

const perPage = 50

/** `Acme <mail@acme.example>` in two lines. */
const Sender = ({ sender }: { readonly sender: string }) => {
  const [, name = "", address = sender] = /^(.*?)\s*<(.+)>$/.exec(sender) ?? []
  return (
    <span class={styles["sender"]}>
      {name === "" ? null : <span>{name}</span>}
      <span class={name === "" ? "" : "muted"}>{address}</span>
    </span>
  )
}

const Tenants = ({ tenants }: { readonly tenants: ReadonlyArray<Tenant> }) => {
  const texts = useTenantTexts()
  const shared = useTexts()
  const formats = useFormats()
  const { tenant: own } = useSession()
  const current = actingFor() ?? own
  return (
    <Table
      label={texts.list}
      rows={tenants}
      keyOf={({ id }) => id}
      columns={[
        {
          name: texts.name,
          cell: ({ name }) => (
            <span class="row">
              <Link to={`/tenants/${encodeURIComponent(name)}`} class={styles["name"] ?? ""}>
                {name}
              </Link>
              {name === current ? (
                <Badge tone="info">{name === own ? texts.own : texts.actingNow}</Badge>
              ) : null}
            </span>
          )
        },
        { name: texts.state, cell: (tenant) => <StateBadge tenant={tenant} /> },
        {
          name: texts.senderShort,
          cell: ({ default_from }) =>
            default_from === null ? (
              <span class="muted nowrap">{texts.usualSender}</span>
            ) : (
              <Sender sender={default_from} />
            )
        },
        {
          name: texts.limit,
          numeric: true,
          cell: ({ monthly_limit }) =>
            monthly_limit === null ? (
              <span class="muted nowrap">{texts.usualLimit}</span>
            ) : (
              formats.number(monthly_limit)
            )
        },
        { name: texts.created, cell: ({ created_at }) => <Time isDay at={created_at} /> },
        {
          name: shared.actions,
          isUnnamed: true,
          cell: ({ name }) =>
            name === current ? null : (
              <div class="row-actions">
                <Button
                  small
                  aria-label={`${texts.actShort} ${name}`}
                  onClick={() => {
                    actFor(name === own ? undefined : name)
                  }}
                >
                  {texts.actShort}
                </Button>
              </div>
            )
        }
      ]}
    />
  )
}

/** The tenants of this deployment. */
const TenantsPage = () => {
  const texts = useTenantTexts()
  const shared = useTexts()
  const { change, parameters } = useParameters()
  const [isCreating, setCreating] = useState(false)
  const q = parameters.get("q") ?? ""
  const after = parameters.get("after") ?? ""
  const list = useQuery({
    queryKey: ["tenants", "list", q, after],
    queryFn: () =>
      client.tenants.list({
        limit: perPage,
        ...given({ q, after })
      }),
    placeholderData: keepPreviousData
  })
  const create = useMay()("tenant:manage") ? (
    <Button
      look="primary"
      onClick={() => {
        setCreating(true)
      }}
    >
      {texts.create}
    </Button>
  ) : undefined
  return (
    <Page title={shared.pages.tenants} description={texts.intro} actions={create}>
      <PagedList
        list={list}
        filters={
          <div class="search" role="search">
            <SearchField
              label={texts.search}
              placeholder={texts.searchHint}
              maxLength={64}
              searched={q}
              onSearch={(text, isFirst) => {
                change({ q: text, after: "" }, isFirst)
              }}
            />
          </div>
        }
        isFiltered={q !== ""}
        texts={texts}
        after={after}
        toPage={(next) => {
          change({ after: next }, true)
        }}
      >
        {(tenants) => <Tenants tenants={tenants} />}
      </PagedList>
      <RecentEvents />
      {isCreating ? (
        <CreateTenantDialog
          onClose={() => {
            setCreating(false)
          }}
        />
      ) : null}
    </Page>
  )
}

export default TenantsPage
