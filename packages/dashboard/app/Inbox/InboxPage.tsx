import type { InboxList, InboxMail } from "@telemark/client"
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/preact-query"
import { useState } from "preact/hooks"
import { client, given } from "../Client/index.js"
import {
  Badge,
  Button,
  Card,
  Confirm,
  Empty,
  Loading,
  Page,
  PagerAfter,
  Problem,
  SearchField,
  Table,
  Time,
  useToast
} from "../Parts/index.js"
import { Link, useParameters } from "../Routing/index.js"
import { useMay } from "../Session/index.js"
import { useTexts } from "../Texts/index.js"
import styles from "./inbox.module.css"
import { NoMail } from "./NoMail.js"
import { ReleaseDialog } from "./ReleaseDialog.js"
import { RemoveDialog } from "./RemoveDialog.js"
import { useInboxTexts } from "./useInboxTexts.js"
import { useNewMail } from "./useNewMail.js"

const perPage = 50

/**
 * How often the first page is asked for besides, in milliseconds: events may be late or missing,
 * and others may delete mail.
 */
const refreshed = 5_000

type Asked = "clear" | { readonly what: "release" | "remove"; readonly mail: InboxMail }

/** Mail that was captured instead of being sent, newest first. */
const InboxPage = () => {
  const texts = useInboxTexts()
  const shared = useTexts()
  const may = useMay()
  const toast = useToast()
  const queries = useQueryClient()
  const { change, parameters } = useParameters()
  const [asked, setAsked] = useState<Asked>()
  const close = (): void => {
    setAsked(undefined)
  }
  const q = parameters.get("q") ?? ""
  const after = parameters.get("after") ?? ""
  useNewMail()
  const list = useQuery({
    queryKey: ["inbox", "list", q, after],
    queryFn: () =>
      client.inbox.list({
        limit: perPage,
        ...given({ q, after })
      }),
    placeholderData: keepPreviousData,
    refetchInterval: after === "" ? refreshed : false
  })
  const maySend = may("email:send")
  const isUnused =
    list.data?.data.length === 0 && q === "" && after === "" && !list.isPlaceholderData
  const toPage = (next: string): void => {
    change({ after: next }, true)
  }
  const nameOf = ({ subject }: InboxMail): string => (subject === "" ? texts.noSubject : subject)

  const rows = (data: ReadonlyArray<InboxMail>) => (
    <Table
      label={texts.list}
      rows={data}
      isCompact
      keyOf={({ id }) => id}
      columns={[
        {
          name: texts.subject,
          cellClass: styles["mailCell"],
          cell: (mail) => (
            <div class={styles["mail"]}>
              <Link to={`/inbox/${mail.id}`} class={`${styles["subject"] ?? ""} truncate`}>
                {nameOf(mail)}
              </Link>
              <span class="muted truncate">{texts.sentBy(mail.from)}</span>
            </div>
          )
        },
        {
          name: texts.to,
          cellClass: styles["toCell"],
          cell: ({ to }) => <span class={`${styles["address"] ?? ""} truncate`}>{to}</span>
        },
        {
          name: texts.captured,
          cellClass: styles["timeCell"],
          cell: ({ captured_at, released }) => (
            <span class={styles["when"]}>
              <span class="muted">
                <Time at={captured_at} relative />
              </span>
              {released === null ? null : (
                <span title={texts.releasedTo(released.to)}>
                  <Badge tone="info">{texts.released}</Badge>
                </span>
              )}
            </span>
          )
        },
        ...(maySend
          ? [
              {
                name: shared.actions,
                isUnnamed: true,
                // On a phone, the mail's page has them.
                cellClass: styles["actionsCell"],
                cell: (mail: InboxMail) => (
                  <div class={`row-actions ${styles["actions"] ?? ""}`}>
                    <Button
                      small
                      aria-label={`${texts.release}: ${nameOf(mail)}`}
                      onClick={() => {
                        setAsked({ what: "release", mail })
                      }}
                    >
                      {texts.release}
                    </Button>
                    <Button
                      small
                      aria-label={`${texts.remove}: ${nameOf(mail)}`}
                      onClick={() => {
                        setAsked({ what: "remove", mail })
                      }}
                    >
                      {texts.remove}
                    </Button>
                  </div>
                )
              }
            ]
          : [])
      ]}
    />
  )

  const found = ({ data, next }: InboxList) => (
    <div class={list.isPlaceholderData ? styles["stale"] : ""} aria-busy={list.isPlaceholderData}>
      <Card flush>
        <div class="search" role="search">
          <SearchField
            label={texts.search}
            placeholder={texts.searchHint}
            maxLength={200}
            searched={q}
            onSearch={(text, isFirst) => {
              change({ q: text, after: "" }, isFirst)
            }}
          />
        </div>
        {data.length > 0 ? (
          rows(data)
        ) : after === "" ? (
          <Empty title={texts.nothingTitle}>
            <p>{texts.nothing}</p>
          </Empty>
        ) : (
          <Empty title={texts.nothingOlder} />
        )}
        <PagerAfter after={after} next={next} toPage={toPage} />
      </Card>
    </div>
  )

  const failed = (
    <>
      <Problem error={list.error} onRetry={() => void list.refetch()} />
      {after === "" ? null : (
        <div>
          <Button
            onClick={() => {
              toPage("")
            }}
          >
            {shared.firstPage}
          </Button>
        </div>
      )}
    </>
  )
  return (
    <Page
      title={shared.pages.inbox}
      description={texts.intro}
      actions={
        maySend && list.isSuccess && !isUnused ? (
          <Button
            look="danger"
            onClick={() => {
              setAsked("clear")
            }}
          >
            {texts.clear}
          </Button>
        ) : undefined
      }
    >
      {list.isPending ? (
        <Loading />
      ) : list.isError ? (
        failed
      ) : isUnused ? (
        <NoMail />
      ) : (
        found(list.data)
      )}
      <p class="muted">{texts.kept}</p>
      {asked === "clear" ? (
        <Confirm
          title={texts.clearTitle}
          action={texts.clear}
          onClose={close}
          onConfirm={async () => {
            await client.inbox.clear()
            toast(texts.wasCleared)
            change({ q: "", after: "" })
            await queries.invalidateQueries({ queryKey: ["inbox"] })
          }}
        >
          <p>{texts.clearText}</p>
        </Confirm>
      ) : null}
      {typeof asked === "object" && asked.what === "release" ? (
        <ReleaseDialog mail={asked.mail} onClose={close} />
      ) : null}
      {typeof asked === "object" && asked.what === "remove" ? (
        <RemoveDialog mail={asked.mail} onClose={close} />
      ) : null}
    </Page>
  )
}

export default InboxPage
