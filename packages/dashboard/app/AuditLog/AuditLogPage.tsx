import type { AuditEntry } from "@telemark/client"
import { keepPreviousData, useQuery } from "@tanstack/preact-query"
import { actingFor, client, given } from "../Client/index.js"
import { Badge, Page, PagedList, Table, Time } from "../Parts/index.js"
import { useParameters } from "../Routing/index.js"
import { useMay } from "../Session/index.js"
import { useTexts } from "../Texts/index.js"
import { Filters } from "./Filters.js"
import styles from "./auditLog.module.css"
import { useAuditTexts } from "./useAuditTexts.js"

const perPage = 50

const names = ["target", "actor", "operation", "tenant"] as const

/** Who changed what. */
const AuditLogPage = () => {
  const texts = useAuditTexts()
  const shared = useTexts()
  const acting = actingFor()
  // Who acts as a tenant sees that one's, as on every page.
  const isOfAll = useMay()("tenant:manage") && acting === undefined
  const { change, parameters } = useParameters()
  const filters = Object.fromEntries(
    names.map((name) => [name, parameters.get(name) ?? ""])
  ) as Record<(typeof names)[number], string>
  const isFiltered = Object.values(filters).some((value) => value !== "")
  const after = parameters.get("after") ?? ""
  const list = useQuery({
    queryKey: ["auditLog", "list", filters, after],
    queryFn: () =>
      client.auditLog.list({
        limit: perPage,
        ...given({ ...filters, after }),
        ...(acting === undefined ? {} : { tenant: acting })
      }),
    placeholderData: keepPreviousData
  })

  const rows = (data: ReadonlyArray<AuditEntry>) => (
    <Table
      label={texts.list}
      rows={data}
      keyOf={({ id }) => id}
      columns={[
        { name: texts.time, cell: ({ created_at }) => <Time at={created_at} /> },
        {
          name: texts.operation,
          cell: ({ members, operation, outcome }) => (
            <div class={styles["stack"]}>
              <code>{operation}</code>
              {outcome === "refused" ? <Badge tone="bad">{texts.refused}</Badge> : null}
              {members.length === 0 ? null : <span class="muted">{members.join(", ")}</span>}
            </div>
          )
        },
        {
          name: texts.target,
          cell: ({ target }) =>
            target === null ? (
              "–"
            ) : (
              <span class={styles["wrap"]}>{`${target.kind} ${target.id ?? ""}`.trim()}</span>
            )
        },
        {
          name: texts.actor,
          cell: ({ actor: { id, kind, name } }) => (
            <div class={styles["stack"]}>
              <span class={styles["wrap"]}>{name ?? texts.kinds[kind]}</span>
              {name === null ? null : <span class="muted">{texts.kinds[kind]}</span>}
              {id === null ? null : <span class={`muted ${styles["wrap"] ?? ""}`}>{id}</span>}
            </div>
          )
        },
        ...(isOfAll
          ? [{ name: texts.tenant, cell: ({ tenant }: AuditEntry) => tenant ?? "–" }]
          : []),
        {
          name: texts.from,
          cell: ({ ip_address, user_agent }) => (
            <span class={styles["address"]} title={user_agent ?? undefined}>
              {ip_address ?? "–"}
            </span>
          )
        }
      ]}
    />
  )
  return (
    <Page title={shared.pages.auditLog} description={texts.intro}>
      <PagedList
        list={list}
        filters={
          <Filters
            filters={filters}
            isOperator={isOfAll}
            onChange={(changes, isTyping = false) => {
              change({ ...changes, after: "" }, !isTyping)
            }}
          />
        }
        isFiltered={isFiltered}
        texts={texts}
        after={after}
        toPage={(next) => {
          change({ after: next }, true)
        }}
      >
        {rows}
      </PagedList>
    </Page>
  )
}

export default AuditLogPage
