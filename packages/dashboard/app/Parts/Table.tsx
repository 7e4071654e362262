import type { ComponentChildren } from "preact"

export interface Column<Row> {
  readonly name: string
  readonly cell: (row: Row) => ComponentChildren
  readonly numeric?: boolean
  /** Whether the name is for screen readers alone, as for a column of buttons. */
  readonly isUnnamed?: boolean
}

interface TableProps<Row> {
  /** What the table shows, for screen readers. */
  readonly label: string
  readonly columns: ReadonlyArray<Column<Row>>
  readonly rows: ReadonlyArray<Row>
  readonly keyOf: (row: Row) => string | number
}

/** Rows of the same kind. On narrow screens it scrolls by itself, with the keyboard, too. */
export const Table = <Row,>({ columns, keyOf, label, rows }: TableProps<Row>) => (
  <div class="table-frame" tabIndex={0} role="region" aria-label={label}>
    <table class="table">
      <thead>
        <tr>{columns.map(({ isUnnamed = false, name, numeric = false }) => (
          <th key={name} scope="col" class={numeric ? "numeric" : ""}>{isUnnamed ? <span class="hidden">{name}</span> : name}</th>
        ))}</tr>
      </thead>
      <tbody>{rows.map((row) => (
        <tr key={keyOf(row)}>{columns.map(({ cell, name, numeric = false }) => <td key={name} class={numeric ? "numeric" : ""}>{cell(row)}</td>)}</tr>
      ))}</tbody>
    </table>
  </div>
)
