import type { EmailList, EmailSummary } from "@telemark/client"
import { keepPreviousData, useQuery } from "@tanstack/preact-query"
import { useMemo } from "preact/hooks"
import { client, problemsOf } from "../Client/index.js"
import {
  Button,
  Card,
  Empty,
  ExportButton,
  Loading,
  Page,
  PagerAfter,
  Problem,
  Table,
  Time
} from "../Parts/index.js"
import { Link, useParameters } from "../Routing/index.js"
import { useFormats, useTexts } from "../Texts/index.js"
import {
  acceptedAt,
  conditionsOf,
  filterNames,
  filterOf,
  isFiltered,
  pageSize,
  readFilters,
  requestOf
} from "./filters.js"
import { BulkActions } from "./BulkActions.js"
import { FirstMail } from "./FirstMail.js"
import { ListedState } from "./ListedState.js"
import { MessageFilters } from "./MessageFilters.js"
import styles from "./messages.module.css"
import { useMessageTexts } from "./useMessageTexts.js"
import { useSelection } from "./useSelection.js"

/** How often the first page is asked for again, in milliseconds. */
const refreshed = 5_000

/** All messages, newest first. */
const MessagesPage = () => {
  const texts = useMessageTexts()
  const shared = useTexts()
  const formats = useFormats()
  const { change, parameters } = useParameters()
  const filters = useMemo(() => readFilters(parameters), [parameters])
  const after = parameters.get("after") ?? ""
  const list = useQuery({
    queryKey: ["emails", "list", filters, after],
    queryFn: () => client.emails.list(requestOf(filters, after)),
    placeholderData: keepPreviousData,
    refetchInterval: after === "" ? refreshed : false
  })
  const shown = list.data?.data ?? []
  const selection = useSelection(shown)
  const { selected } = selection
  const toPage = (next: string): void => {
    change({ after: next }, true)
  }
  const clear = (): void => {
    change({ ...Object.fromEntries(filterNames.map((name) => [name, ""])), after: "" }, true)
  }

  const rows = (data: ReadonlyArray<EmailSummary>) => (
    <Table
      label={texts.list}
      rows={data}
      isCompact
      keyOf={({ id }) => id}
      columns={[
        {
          name: texts.bulk.all,
          isUnnamed: true,
          head: (
            <input
              type="checkbox"
              aria-label={texts.bulk.all}
              checked={selected.length === data.length}
              indeterminate={selected.length > 0 && selected.length < data.length}
              onChange={selection.toggleAll}
            />
          ),
          cellClass: styles["selectCell"],
          cell: ({ id, recipient_email, subject }) => (
            <label class={styles["select"]}>
              <input
                type="checkbox"
                aria-label={texts.bulk.select(
                  subject === "" ? texts.noSubject : subject,
                  recipient_email
                )}
                checked={selection.has(id)}
                onChange={() => {
                  selection.toggle(id)
                }}
              />
            </label>
          )
        },
        {
          name: texts.subject,
          cellClass: styles["subjectCell"],
          cell: ({ id, subject }) => (
            <Link to={`/messages/${id}`} class={`${styles["subject"] ?? ""} truncate`}>
              {subject === "" ? <span class="muted">{texts.noSubject}</span> : subject}
            </Link>
          )
        },
        {
          name: texts.to,
          cellClass: styles["toCell"],
          cell: ({ recipient_email }) => (
            <span class="truncate" title={recipient_email}>
              {recipient_email}
            </span>
          )
        },
        {
          name: texts.from,
          cellClass: styles["fromCell"],
          cell: ({ sender_email }) => (
            <span class="muted truncate" title={sender_email}>
              {sender_email}
            </span>
          )
        },
        {
          name: texts.status,
          cellClass: styles["statusCell"],
          cell: (email) => <ListedState email={email} />
        },
        {
          name: texts.accepted,
          cellClass: styles["timeCell"],
          cell: ({ created_at }) => (
            <span class="muted">
              <Time at={created_at} relative />
            </span>
          )
        }
      ]}
    />
  )

  /** A page may be short although others follow: then only so much was searched. */
  const searched = ({ data, next }: EmailList) => {
    const back = next === null || data.length >= pageSize ? undefined : acceptedAt(next)
    return next === null || back === undefined ? null : (
      <div class={`spread ${styles["searched"] ?? ""}`} role="status">
        <span class="muted">{texts.searchedBack(formats.short(back))}</span>
        <Button
          small
          onClick={() => {
            toPage(next)
          }}
        >
          {texts.searchOlder}
        </Button>
      </div>
    )
  }

  const found = (answer: EmailList) => {
    const { data, next } = answer
    if (data.length === 0 && next === null && after === "" && !isFiltered(filters))
      return <FirstMail />
    return (
      <div class={list.isPlaceholderData ? styles["stale"] : ""} aria-busy={list.isPlaceholderData}>
        <Card flush>
          {selected.length === 0 ? null : (
            <BulkActions
              selection={selection}
              onAll={selected.length === data.length ? undefined : selection.toggleAll}
            />
          )}
          {data.length > 0 ? (
            rows(data)
          ) : next === null ? (
            <Empty title={texts.nothingTitle}>
              <p>{texts.nothing}</p>
            </Empty>
          ) : null}
          {searched(answer)}
          <PagerAfter after={after} next={data.length < pageSize ? null : next} toPage={toPage} />
        </Card>
      </div>
    )
  }

  const problems = problemsOf(list.error)
  // The filter that is wrong says so itself.
  const isFilterWrong = Object.keys(problems).some(
    (path) => path === "query.q" || filterOf(path) !== undefined
  )
  const isFirst =
    list.data?.data.length === 0 && list.data.next === null && after === "" && !isFiltered(filters)
  return (
    <Page
      title={shared.pages.messages}
      description={texts.intro}
      actions={
        isFirst ? undefined : (
          <ExportButton
            path="v1/emails/export"
            filters={conditionsOf(filters)}
            fileName="emails.csv"
          />
        )
      }
    >
      {isFirst ? null : (
        <MessageFilters
          filters={filters}
          problems={problems}
          onClear={clear}
          onChange={(changes, isTyping = false) => {
            change({ ...changes, after: "" }, !isTyping)
          }}
        />
      )}
      {list.isPending ? (
        <Loading />
      ) : isFilterWrong ? null : list.isError ? (
        <Problem error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        found(list.data)
      )}
    </Page>
  )
}

export default MessagesPage
