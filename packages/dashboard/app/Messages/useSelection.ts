import { useState } from "preact/hooks"

export interface Selection<Row> {
  readonly selected: ReadonlyArray<Row>
  readonly has: (id: string) => boolean
  readonly toggle: (id: string) => void
  readonly toggleAll: () => void
  readonly clear: () => void
}

/** Which of the shown rows are selected; a row that is no longer shown isn't. */
export const useSelection = <Row extends { readonly id: string }>(
  rows: ReadonlyArray<Row>
): Selection<Row> => {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const selected = rows.filter(({ id }) => ids.has(id))
  const isAll = selected.length === rows.length
  return {
    selected,
    has: (id) => ids.has(id),
    toggle: (id) => {
      const next = new Set(selected.map((row) => row.id))
      if (!next.delete(id)) next.add(id)
      setIds(next)
    },
    toggleAll: () => {
      setIds(new Set(isAll ? [] : rows.map(({ id }) => id)))
    },
    clear: () => {
      setIds(new Set())
    }
  }
}
