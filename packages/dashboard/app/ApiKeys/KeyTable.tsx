import type { ApiKey } from "@telemark/client"
import { Badge, Button, Card, Table, Time } from "../Parts/index.js"
import { useFormats, useTexts } from "../Texts/index.js"
import styles from "./apiKeys.module.css"
import { allKeyScopes } from "./scopeGroups.js"
import { useKeyTexts } from "./useKeyTexts.js"

const maxChips = 3

const Scopes = ({ scopes }: { readonly scopes: ReadonlyArray<string> }) => {
  const texts = useKeyTexts()
  const chips = allKeyScopes.every((scope) => scopes.includes(scope))
    ? [texts.allScopes]
    : scopes.length <= maxChips + 1
      ? scopes
      : [...scopes.slice(0, maxChips), texts.more(scopes.length - maxChips)]
  return (
    <div class={styles["chips"]} title={scopes.join(", ")}>
      {chips.map((chip) => (
        <span key={chip} class={styles["chip"]}>
          {chip}
        </span>
      ))}
    </div>
  )
}

interface KeyTableProps {
  readonly keys: ReadonlyArray<ApiKey>
  readonly onEdit: (key: ApiKey) => void
  readonly onRotate: (key: ApiKey) => void
  readonly onRevoke: (key: ApiKey) => void
}

/** Keys, with what they may do and when they were last used. */
export const KeyTable = ({ keys, onEdit, onRevoke, onRotate }: KeyTableProps) => {
  const texts = useKeyTexts()
  const shared = useTexts()
  const formats = useFormats()
  return (
    <Card flush>
      <Table
        label={texts.list}
        rows={keys}
        keyOf={({ id }) => id}
        columns={[
          {
            name: texts.name,
            cell: ({ name, prefix, revoked_at }) => (
              <div class={styles["name"]}>
                <span class="row">
                  <strong>{name}</strong>
                  {revoked_at === null ? null : <Badge>{texts.revoked}</Badge>}
                </span>
                <code class="muted">{prefix}…</code>
              </div>
            )
          },
          { name: texts.scopesTitle, cell: ({ scopes }) => <Scopes scopes={scopes} /> },
          {
            name: texts.rateLimit,
            numeric: true,
            cell: ({ rate_limit }) => formats.number(rate_limit)
          },
          { name: texts.lastUsed, cell: ({ last_used_at }) => <Time at={last_used_at} relative /> },
          { name: texts.created, cell: ({ created_at }) => <Time at={created_at} /> },
          {
            name: shared.actions,
            isUnnamed: true,
            cell: (key) =>
              key.revoked_at !== null ? null : (
                <div class="row-actions">
                  <Button
                    small
                    aria-label={`${shared.edit}: ${key.name}`}
                    onClick={() => {
                      onEdit(key)
                    }}
                  >
                    {shared.edit}
                  </Button>
                  <Button
                    small
                    aria-label={`${texts.rotate}: ${key.name}`}
                    onClick={() => {
                      onRotate(key)
                    }}
                  >
                    {texts.rotate}
                  </Button>
                  <Button
                    small
                    look="quiet"
                    aria-label={`${texts.revoke}: ${key.name}`}
                    onClick={() => {
                      onRevoke(key)
                    }}
                  >
                    {texts.revoke}
                  </Button>
                </div>
              )
          }
        ]}
      />
    </Card>
  )
}
