import { ContentRemoved, type EmailContent } from "@telemark/client"
import type { UseQueryResult } from "@tanstack/preact-query"
import type { ComponentChildren } from "preact"
import { Card, Copy, Loading, Notice, Problem, Table, Tabs } from "../Parts/index.js"
import { useParameters } from "../Routing/index.js"
import { Attachments } from "./Attachments.js"
import { LongText } from "./LongText.js"
import styles from "./messages.module.css"
import { Preview } from "./Preview.js"
import { Source } from "./Source.js"
import { useMessageTexts } from "./useMessageTexts.js"

const names = ["preview", "text", "headers", "source", "attachments"] as const
type Tab = (typeof names)[number]

const Headers = ({ headers }: EmailContent) => {
  const texts = useMessageTexts()
  return (
    <Table
      label={texts.tabs.headers}
      rows={headers.map((header, place) => ({ ...header, place }))}
      keyOf={({ place }) => place}
      columns={[
        { name: texts.headerName, cell: ({ name }) => <span class="nowrap">{name}</span> },
        {
          name: texts.headerValue,
          cell: ({ value }) => <code class={styles["value"]}>{value}</code>
        }
      ]}
    />
  )
}

const Text = ({ text }: EmailContent) => {
  const texts = useMessageTexts()
  return text === null || text === "" ? (
    <p class="muted">{texts.noText}</p>
  ) : (
    <>
      <div>
        <Copy text={text} what={texts.textOf} />
      </div>
      <LongText text={text} what={texts.textOf} />
    </>
  )
}

/** A tab beside those that every message has. */
interface ContentTab {
  /** As the address has it. */
  readonly name: string
  readonly title: string
  readonly show: (content: EmailContent) => ComponentChildren
}

interface MessageContentProps {
  readonly id: string
  readonly content: UseQueryResult<EmailContent>
  readonly more?: ReadonlyArray<ContentTab>
}

/** What a message says, in tabs. */
export const MessageContent = ({ content, id, more = [] }: MessageContentProps) => {
  const texts = useMessageTexts()
  const { change, parameters } = useParameters()
  if (content.isPending)
    return (
      <Card title={texts.content}>
        <Loading />
      </Card>
    )
  if (content.isError) {
    return (
      <Card title={texts.content}>
        {content.error instanceof ContentRemoved ? (
          <Notice>
            <strong>{texts.removedTitle}</strong>
            <span>{content.error.message}</span>
          </Notice>
        ) : (
          <Problem error={content.error} onRetry={() => void content.refetch()} />
        )}
      </Card>
    )
  }
  const { data } = content
  const first: Tab = data.html === null ? "text" : "preview"
  const title = (name: Tab): string =>
    name === "attachments" && data.attachments.length > 0
      ? `${texts.tabs[name]} (${String(data.attachments.length)})`
      : texts.tabs[name]
  const tabs = [
    ...names.map((name) => [name, title(name)] as const),
    ...more.map(({ name, title }) => [name, title] as const)
  ]
  const [chosen] = tabs.find(([name]) => name === parameters.get("tab")) ?? [first]
  return (
    <Card title={texts.content}>
      <Tabs
        label={texts.content}
        chosen={chosen}
        tabs={tabs}
        onChoose={(tab) => {
          change({ tab: tab === first ? "" : tab })
        }}
      >
        <div class={styles["panel"]}>
          {chosen === "preview" ? <Preview key={id} content={data} /> : null}
          {chosen === "text" ? <Text {...data} /> : null}
          {chosen === "headers" ? <Headers {...data} /> : null}
          {chosen === "source" ? <Source id={id} /> : null}
          {chosen === "attachments" ? <Attachments content={data} /> : null}
          {more.find(({ name }) => name === chosen)?.show(data)}
        </div>
      </Tabs>
    </Card>
  )
}
