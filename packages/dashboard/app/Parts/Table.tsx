import type { ComponentChildren } from "preact"

export interface Column<Row> {
  readonly name: string
  /** Shown in place of the name, such as a box that chooses all rows. */
  readonly head?: ComponentChildren
  readonly cell: (row: Row) => ComponentChildren
  readonly numeric?: boolean
  /** Whether the name is for screen readers alone, as for a column of buttons. */
  readonly isUnnamed?: boolean
  /** A class of its cells, by which a list of `isCompact` arranges them. */
  readonly cellClass?: string | undefined
}

interface TableProps<Row> {
  /** What the table shows, for screen readers. */
  readonly label: string
  readonly columns: ReadonlyArray<Column<Row>>
  readonly rows: ReadonlyArray<Row>
  readonly keyOf: (row: Row) => string | number
  /** Whether rows stay short on narrow screens: cells stand without names, where their classes say. */
  readonly isCompact?: boolean
}

/**
 * Rows of the same kind. What doesn't fit scrolls by itself, with the keyboard, too. On narrow
 * screens each row becomes a card; the roles are named because such styles would take them away.
 */
export const Table = <Row,>({
  columns,
  isCompact = false,
  keyOf,
  label,
  rows
}: TableProps<Row>) => (
  <div class="table-frame" tabIndex={0} role="region" aria-label={label}>
    <table class="table" role="table">
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ cellClass = "", head, isUnnamed = false, name, numeric = false }) => (
            <th
              key={name}
              role="columnheader"
              scope="col"
              class={`${numeric ? "numeric" : ""} ${cellClass}`.trim()}
            >
              {head ?? (isUnnamed ? <span class="hidden">{name}</span> : name)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={keyOf(row)} role="row">
            {columns.map(({ cell, cellClass = "", isUnnamed = false, name, numeric = false }) => (
              <td
                key={name}
                role="cell"
                class={`${numeric ? "numeric" : ""} ${cellClass}`.trim()}
                {...(isUnnamed || isCompact ? {} : { "data-label": name })}
              >
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
