import type { Suppression } from "@telemark/client"
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/preact-query"
import { useState } from "preact/hooks"
import { client } from "../Client/index.js"
import { Badge, Button, Card, Confirm, Empty, Loading, Page, Pager, Problem, Select, Table, Time, useToast } from "../Parts/index.js"
import { useParameters } from "../Routing/index.js"
import { useMay } from "../Session/index.js"
import { useTexts } from "../Texts/index.js"
import { AddDialog } from "./AddDialog.js"
import { LookUp } from "./LookUp.js"
import styles from "./suppressions.module.css"
import { useSuppressionTexts } from "./useSuppressionTexts.js"

const perPage = 50

const toneOf = (reason: string) => reason === "complained" ? "bad" : reason === "bounced" || reason === "invalid_recipient" ? "warn" : "neutral"

/** Addresses that get no mail. */
const SuppressionsPage = () => {
  const texts = useSuppressionTexts()
  const shared = useTexts()
  const may = useMay()
  const toast = useToast()
  const queries = useQueryClient()
  const { change, parameters } = useParameters()
  const [open, setOpen] = useState<"added" | Suppression>()
  const close = (): void => { setOpen(undefined) }
  const topic = parameters.get("topic") ?? ""
  const offset = Math.max(0, Number(parameters.get("offset") ?? 0) || 0)
  const list = useQuery({
    queryKey: ["suppressions", "list", topic, offset],
    queryFn: () => client.suppressions.list({ limit: perPage, offset, ...(topic === "" ? {} : { topic }) }),
    placeholderData: keepPreviousData
  })
  const topics = useQuery({ queryKey: ["topics", "list"], queryFn: () => client.topics.list(), enabled: may("topic:read") })
  const named = (topics.data?.data ?? []).map(({ id, name }) => [id, name] as const)
  const nameOf = (id: string): string => named.find(([one]) => one === id)?.[1] ?? id
  const refresh = () => queries.invalidateQueries({ queryKey: ["suppressions"] })
  const mayWrite = may("suppression:write")
  const add = mayWrite ? <Button look="primary" onClick={() => { setOpen("added") }}>{texts.add}</Button> : undefined

  const rows = (data: ReadonlyArray<Suppression>) => (
    <Table label={texts.list} rows={data} keyOf={({ email_address, topic }) => `${email_address} ${topic ?? ""}`} columns={[
      { name: texts.address, cell: ({ email_address }) => <span class={styles["address"]}>{email_address}</span> },
      { name: texts.reason, cell: ({ reason }) => <Badge tone={toneOf(reason)}>{texts.reasons[reason] ?? reason}</Badge> },
      { name: texts.scope, cell: ({ topic }) => topic === null ? texts.allMail : texts.onlyTopic(nameOf(topic)) },
      { name: texts.since, cell: ({ added_at }) => <Time at={added_at} /> },
      ...(mayWrite ? [{
        name: shared.actions,
        isUnnamed: true,
        cell: (row: Suppression) => <div class="row-actions"><Button small aria-label={`${texts.allow}: ${row.email_address}`} onClick={() => { setOpen(row) }}>{texts.allow}</Button></div>
      }] : [])
    ]} />
  )
  return (
    <Page title={shared.pages.suppressions} description={texts.intro} actions={add}>
      <LookUp />
      {list.isPending ? <Loading /> : list.isError ? <Problem error={list.error} onRetry={() => void list.refetch()} /> : (
        <Card flush>
          {named.length === 0 ? null : (
            <div class={styles["filters"]}><Select label={texts.filterTopic} value={topic} onValue={(next) => { change({ topic: next, offset: "" }) }} options={[["", texts.anyTopic], ...named]} /></div>
          )}
          {list.data.data.length === 0 && offset === 0 ? <Empty title={texts.emptyTitle}><p>{topic === "" ? texts.empty : texts.emptyTopic}</p></Empty> : rows(list.data.data)}
          <Pager onFirst={offset === 0 ? undefined : () => { change({ offset: "" }, true) }} onPrevious={offset === 0 ? undefined : () => { change({ offset: offset <= perPage ? "" : String(offset - perPage) }, true) }}
            onNext={list.data.data.length < perPage ? undefined : () => { change({ offset: String(offset + perPage) }, true) }} />
        </Card>
      )}
      {open === "added" ? <AddDialog topics={named} onClose={close} onAdded={(address) => { toast(texts.wasAdded(address)); void refresh(); close() }} /> : null}
      {open === undefined || open === "added" ? null : (
        <Confirm title={texts.allowTitle(open.email_address)} action={texts.allow} onClose={close} onConfirm={async () => {
          await client.suppressions.remove(open.email_address, open.topic === null ? {} : { topic: open.topic })
          toast(texts.wasAllowed(open.email_address))
          await refresh()
        }}>
          {open.topic === null ? null : <p>{texts.allowTopic(nameOf(open.topic))}</p>}
          <p>{texts.allowText}</p>
        </Confirm>
      )}
    </Page>
  )
}

export default SuppressionsPage
