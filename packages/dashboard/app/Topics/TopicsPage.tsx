import type { Topic } from "@telemark/client"
import { useQuery, useQueryClient } from "@tanstack/preact-query"
import { useState } from "preact/hooks"
import { client } from "../Client/index.js"
import {
  Button,
  Card,
  Confirm,
  Empty,
  Loading,
  Page,
  Problem,
  Table,
  Time,
  useToast
} from "../Parts/index.js"
import { useMay } from "../Session/index.js"
import { useTexts } from "../Texts/index.js"
import { TopicDialog } from "./TopicDialog.js"
import { useTopicTexts } from "./useTopicTexts.js"

type Open =
  | { readonly is: "edited"; readonly topic: Topic | undefined }
  | { readonly is: "removed"; readonly topic: Topic }

/** The topics that recipients can unsubscribe from. */
const TopicsPage = () => {
  const texts = useTopicTexts()
  const shared = useTexts()
  const mayWrite = useMay()("topic:write")
  const toast = useToast()
  const queries = useQueryClient()
  const topics = useQuery({ queryKey: ["topics", "list"], queryFn: () => client.topics.list() })
  const [open, setOpen] = useState<Open>()
  const close = (): void => {
    setOpen(undefined)
  }
  const refresh = () => queries.invalidateQueries({ queryKey: ["topics"] })
  const create = mayWrite ? (
    <Button
      look="primary"
      onClick={() => {
        setOpen({ is: "edited", topic: undefined })
      }}
    >
      {texts.create}
    </Button>
  ) : undefined

  const list = (rows: ReadonlyArray<Topic>) => (
    <Card flush>
      <Table
        label={texts.list}
        rows={rows}
        keyOf={({ id }) => id}
        columns={[
          {
            name: texts.name,
            cell: ({ description, name }) => (
              <div>
                <strong>{name}</strong>
                {description === null ? null : <div class="muted">{description}</div>}
              </div>
            )
          },
          { name: texts.id, cell: ({ id }) => <code>{id}</code> },
          {
            name: texts.languages,
            cell: ({ translations }) =>
              Object.keys(translations).length === 0 ? (
                <span class="muted">–</span>
              ) : (
                Object.keys(translations).join(", ")
              )
          },
          { name: texts.created, cell: ({ created_at }) => <Time at={created_at} /> },
          ...(mayWrite
            ? [
                {
                  name: shared.actions,
                  isUnnamed: true,
                  cell: (topic: Topic) => (
                    <div class="row-actions">
                      <Button
                        small
                        aria-label={`${shared.edit}: ${topic.name}`}
                        onClick={() => {
                          setOpen({ is: "edited", topic })
                        }}
                      >
                        {shared.edit}
                      </Button>
                      <Button
                        small
                        look="quiet"
                        aria-label={`${shared.remove}: ${topic.name}`}
                        onClick={() => {
                          setOpen({ is: "removed", topic })
                        }}
                      >
                        {shared.remove}
                      </Button>
                    </div>
                  )
                }
              ]
            : [])
        ]}
      />
    </Card>
  )
  return (
    <Page
      title={shared.pages.topics}
      description={texts.intro}
      actions={topics.data?.data.length === 0 ? undefined : create}
    >
      {topics.isPending ? (
        <Loading />
      ) : topics.isError ? (
        <Problem error={topics.error} onRetry={() => void topics.refetch()} />
      ) : topics.data.data.length === 0 ? (
        <Card>
          <Empty title={texts.emptyTitle}>
            <p>{texts.empty}</p>
            {create}
          </Empty>
        </Card>
      ) : (
        list(topics.data.data)
      )}
      {open?.is === "edited" ? (
        <TopicDialog
          topic={open.topic}
          onClose={close}
          onSaved={(topic) => {
            toast(open.topic === undefined ? texts.wasCreated(topic.name) : shared.saved)
            void refresh()
            close()
          }}
        />
      ) : null}
      {open?.is === "removed" ? (
        <Confirm
          title={texts.removeTitle(open.topic.name)}
          action={shared.remove}
          onClose={close}
          onConfirm={async () => {
            await client.topics.remove(open.topic.id)
            toast(texts.wasRemoved(open.topic.name))
            await refresh()
          }}
        >
          <p>{texts.removeText}</p>
        </Confirm>
      ) : null}
    </Page>
  )
}

export default TopicsPage
