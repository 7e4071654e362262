import type { UseQueryResult } from "@tanstack/preact-query"
import type { ComponentChildren } from "preact"
import { Problem } from "./Notice.js"
import { Card, Empty, Loading } from "./Page.js"
import { PagerAfter } from "./Pager.js"

interface Paged<Row> {
  readonly data: ReadonlyArray<Row>
  readonly next: string | null
}

interface PagedListProps<Row> {
  readonly list: UseQueryResult<Paged<Row>>
  /** What chooses the rows. */
  readonly filters: ComponentChildren
  readonly isFiltered: boolean
  readonly texts: {
    /** Why there are no rows, if some were looked for. */
    readonly emptyFilter: string
    /** Why there are none at all. */
    readonly emptyTitle: string
    readonly empty: string
  }
  /** The entry that the page begins after; "" on the first one. */
  readonly after: string
  readonly toPage: (after: string) => void
  readonly children: (rows: ReadonlyArray<Row>) => ComponentChildren
}

/** A page of a list that can be searched: its rows, or why there are none. */
export const PagedList = <Row,>({
  after,
  children,
  filters,
  isFiltered,
  list,
  texts,
  toPage
}: PagedListProps<Row>) => {
  if (list.isPending) return <Loading />
  if (list.isError) return <Problem error={list.error} onRetry={() => void list.refetch()} />
  const { data, next } = list.data
  return (
    <Card flush>
      {filters}
      {data.length > 0 ? (
        children(data)
      ) : isFiltered ? (
        <Empty title={texts.emptyFilter} />
      ) : (
        <Empty title={texts.emptyTitle}>
          <p>{texts.empty}</p>
        </Empty>
      )}
      <PagerAfter after={after} next={next} toPage={toPage} />
    </Card>
  )
}
