import type { Suppression } from "@telemark/client"
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/preact-query"
import { useState } from "preact/hooks"
import { client, given } from "../Client/index.js"
import {
  Badge,
  Button,
  Confirm,
  ExportButton,
  Page,
  PagedList,
  Table,
  Time,
  useToast
} from "../Parts/index.js"
import { useParameters } from "../Routing/index.js"
import { useMay } from "../Session/index.js"
import { useTexts } from "../Texts/index.js"
import { AddDialog } from "./AddDialog.js"
import { Filters } from "./Filters.js"
import { ImportDialog } from "./ImportDialog.js"
import { isAddress, LookUp } from "./LookUp.js"
import styles from "./suppressions.module.css"
import { useSuppressionTexts } from "./useSuppressionTexts.js"

const perPage = 50

const toneOf = (reason: string) =>
  reason === "complaint" || reason === "bounce" ? "bad" : "neutral"

/** Addresses that get no mail. */
const SuppressionsPage = () => {
  const texts = useSuppressionTexts()
  const shared = useTexts()
  const may = useMay()
  const toast = useToast()
  const queries = useQueryClient()
  const { change, parameters } = useParameters()
  const [open, setOpen] = useState<"added" | "imported" | Suppression>()
  const close = (): void => {
    setOpen(undefined)
  }
  const filters = {
    email: parameters.get("email") ?? "",
    reason: parameters.get("reason") ?? "",
    topic: parameters.get("topic") ?? ""
  }
  const isFiltered = Object.values(filters).some((value) => value !== "")
  const after = parameters.get("after") ?? ""
  const list = useQuery({
    queryKey: ["suppressions", "list", filters, after],
    queryFn: () => client.suppressions.list({ limit: perPage, ...given({ ...filters, after }) }),
    placeholderData: keepPreviousData
  })
  const topics = useQuery({
    queryKey: ["topics", "list"],
    queryFn: () => client.topics.list(),
    enabled: may("topic:read")
  })
  const named = (topics.data?.data ?? []).map(({ id, name }) => [id, name] as const)
  const nameOf = (id: string): string => named.find(([one]) => one === id)?.[1] ?? id
  const refresh = () => queries.invalidateQueries({ queryKey: ["suppressions"] })
  const mayWrite = may("suppression:write")
  const actions = (
    <>
      <ExportButton path="v1/suppressions/export" filters={filters} fileName="suppressions.csv" />
      {mayWrite ? (
        <Button
          onClick={() => {
            setOpen("imported")
          }}
        >
          {texts.import}
        </Button>
      ) : null}
      {mayWrite ? (
        <Button
          look="primary"
          onClick={() => {
            setOpen("added")
          }}
        >
          {texts.add}
        </Button>
      ) : null}
    </>
  )

  const rows = (data: ReadonlyArray<Suppression>) => (
    <Table
      label={texts.list}
      rows={data}
      keyOf={({ email_address, topic }) => `${email_address} ${topic ?? ""}`}
      columns={[
        {
          name: texts.address,
          cell: ({ email_address }) => <span class={styles["address"]}>{email_address}</span>
        },
        {
          name: texts.reason,
          cell: ({ reason }) => (
            <Badge tone={toneOf(reason)}>{texts.reasons[reason] ?? reason}</Badge>
          )
        },
        {
          name: texts.scope,
          cell: ({ topic }) => (topic === null ? texts.allMail : texts.onlyTopic(nameOf(topic)))
        },
        { name: texts.since, cell: ({ added_at }) => <Time at={added_at} /> },
        ...(mayWrite
          ? [
              {
                name: shared.actions,
                isUnnamed: true,
                cell: (row: Suppression) => (
                  <div class="row-actions">
                    <Button
                      small
                      aria-label={`${texts.allow}: ${row.email_address}`}
                      onClick={() => {
                        setOpen(row)
                      }}
                    >
                      {texts.allow}
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
    <Page title={shared.pages.suppressions} description={texts.intro} actions={actions}>
      <PagedList
        list={list}
        filters={
          <>
            <Filters
              filters={filters}
              topics={named}
              onChange={(changes, isTyping = false) => {
                change({ ...changes, after: "" }, !isTyping)
              }}
            />
            {isAddress(filters.email) ? <LookUp address={filters.email} /> : null}
          </>
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
      {open === "added" ? (
        <AddDialog
          topics={named}
          onClose={close}
          onAdded={(address) => {
            toast(texts.wasAdded(address))
            void refresh()
            close()
          }}
        />
      ) : null}
      {open === "imported" ? (
        <ImportDialog onClose={close} onImported={() => void refresh()} />
      ) : null}
      {open === undefined || typeof open === "string" ? null : (
        <Confirm
          title={texts.allowTitle(open.email_address)}
          action={texts.allow}
          onClose={close}
          onConfirm={async () => {
            await client.suppressions.remove(
              open.email_address,
              open.topic === null ? {} : { topic: open.topic }
            )
            toast(texts.wasAllowed(open.email_address))
            await refresh()
          }}
        >
          {open.topic === null ? null : <p>{texts.allowTopic(nameOf(open.topic))}</p>}
          <p>{texts.allowText}</p>
        </Confirm>
      )}
    </Page>
  )
}

export default SuppressionsPage
